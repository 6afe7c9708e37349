import { invokeTool, ToolComponent, type ToolRecord } from '@helve/core';

/** The component of a record that has no class; its `run` makes a call. */
export class RecordTool extends ToolComponent {
  readonly record: ToolRecord;
  readonly input: unknown;

  constructor(record: ToolRecord, input: unknown) {
    super();
    this.record = record;
    this.input = input;
  }

  override run(params: unknown = this.input): Promise<unknown> {
    return invokeTool({ tool: this.record, rawInput: params });
  }
}
