import type { ToolProtocol } from './tool-protocol.js';

/** The half of a tool with the typed task. It runs beside its capability in one worker and calls it as `tool`. */
export abstract class TaskAdapter<TTool extends object = object> {
  /** Name of the task; one adapter per task and worker. */
  static readonly taskName: string;
  /** Requirements on the tool; matched against tools that are not loaded. */
  static readonly requiredToolProtocol: ToolProtocol;

  protected readonly tool: TTool;

  constructor(tool: TTool) {
    this.tool = tool;
  }
}

/** The class of an adapter. */
export type TaskAdapterClass<TTool extends object = object> = (new (tool: TTool) => TaskAdapter<TTool>) & {
  readonly taskName: string;
  readonly requiredToolProtocol: ToolProtocol;
};
