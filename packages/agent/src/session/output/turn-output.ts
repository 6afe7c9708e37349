import type { ToolResponse } from '@helve/core';
import { agentErrors } from '../../agent-errors.js';
import type { ProviderCall, ToolResultMessage } from '../../contract/transport.js';
import type { OutputTool, ReadOutput } from './output-tool.js';

/** The final answer of a turn that wants one by schema: checked, and asked for once more if it does not fit. */
export class TurnOutput {
  readonly tool: OutputTool;
  readonly #accept: (value: unknown) => void;
  #reminded = false;
  #repaired = false;
  /** True when the next step has to give the answer. */
  wanted = false;
  /** The answer, once there is one that fits. */
  accepted: { readonly value: unknown } | undefined;
  #refusal: ToolResponse | undefined;

  constructor(tool: OutputTool, accept: (value: unknown) => void) {
    this.tool = tool;
    this.#accept = accept;
  }

  /** The note that asks for the answer. */
  get reminder(): string {
    const refusal = this.#refusal;
    const problem = refusal === undefined || refusal.ok ? '' : ` Your answer does not fit: ${refusal.error.message}.`;
    return `[Note: Give the whole final answer by calling "${this.tool.name}".${problem}]`;
  }

  isAnswer({ name }: ProviderCall): boolean {
    return name === this.tool.name;
  }

  /** Takes the answers among the calls of a step; the first that fits counts. */
  async take(calls: readonly ProviderCall[]): Promise<readonly ToolResultMessage[]> {
    const results: ToolResultMessage[] = [];
    for (const call of calls.filter((one) => this.isAnswer(one))) {
      const read = await this.tool.read(call);
      this.#note(read);
      results.push({ id: call.id, name: call.name, result: read.response });
    }
    if (results.length > 0 && this.accepted === undefined) this.wanted = true;
    return results;
  }

  /** Takes an answer that was written as text. Returns false if there is none in it. */
  async takeText(text: string): Promise<boolean> {
    const read = await this.tool.readText(text);
    if (read !== undefined) this.#note(read);
    return this.accepted !== undefined;
  }

  /** Decides whether to ask for the answer again: once if none came, and once if it did not fit. */
  asksAgain(): boolean {
    this.wanted = true;
    if (this.#refusal === undefined) {
      const asks = !this.#reminded;
      this.#reminded = true;
      return asks;
    }
    const repairs = !this.#repaired;
    this.#repaired = true;
    return repairs;
  }

  /** Why there is no answer. */
  get failure(): Error {
    const refusal = this.#refusal;
    const problem = refusal === undefined || refusal.ok ? 'the model gave none' : refusal.error.message;
    const issues = refusal === undefined || refusal.ok ? undefined : refusal.error.details?.issues;
    return agentErrors.create('AGENT_OUTPUT_INVALID', { problem }, issues === undefined ? {} : { details: { issues } });
  }

  #note({ response, fitting }: ReadOutput): void {
    if (fitting === undefined) {
      this.#refusal = response;
      return;
    }
    if (this.accepted !== undefined) return;
    this.accepted = fitting;
    this.#accept(fitting.value);
  }
}
