import type { ToolChoice } from '../../contract/transport.js';
import type { TurnOutput } from '../output/turn-output.js';
import { toTotals, type Counts } from '../memory/session-state.js';
import type { SessionCore } from '../session-core.js';
import { assertChoice, checkPlan } from './check-plan.js';
import type { StepCall, StepPlan } from './prepare-step.js';

/** The part of a turn that its steps depend on. */
export interface PlannedTurn {
  readonly number: number;
  readonly counts: Counts;
  readonly signal: AbortSignal;
  readonly userTexts: readonly string[];
}

/** Prepares every step of a turn: tools, choice and model, as the session has them and as its hook changes them. */
export class StepPlanner {
  readonly #core: SessionCore;
  readonly #first: ToolChoice;
  readonly #calls: StepCall[] = [];
  #isFirst = true;
  /** Ids of the tools that the model may call in this step; undefined for all. */
  offered: ReadonlySet<string> | undefined;

  constructor(core: SessionCore, first: ToolChoice = 'auto') {
    this.#core = core;
    this.#first = first;
  }

  noteCalls(calls: readonly StepCall[]): void {
    this.#calls.push(...calls);
  }

  /** Declares the next step to the provider. Returns false if the hook ends the turn instead. */
  async prepare(turn: PlannedTurn, output: TurnOutput | undefined): Promise<boolean> {
    const plan = await this.#plan(turn);
    if (plan.stop === true) return false;
    const { model, tools, instructions, history } = plan;
    const toolChoice = this.#choice(turn, plan);
    this.#isFirst = false;
    this.offered = toolChoice === 'none' ? new Set() : tools && new Set(tools);
    // The final answer stays possible where no other call is.
    const answers = output !== undefined && (output.wanted || toolChoice === 'none');
    await this.#core.declare(turn.userTexts, answers ? { name: output.tool.name } : toolChoice, {
      ...(output === undefined ? {} : { definitions: output.tool.definitions }),
      ...(model === undefined ? {} : { model }),
      // Providers refuse a conversation with calls when no tool is declared.
      ...(tools === undefined || tools.length === 0 ? {} : { only: tools }),
      ...(instructions === undefined ? {} : { instructions }),
      ...(history === undefined ? {} : { history }),
    });
    return true;
  }

  async #plan({ number, counts, signal }: PlannedTurn): Promise<StepPlan> {
    const { options, transport, toolbox, user } = this.#core;
    if (this.#isFirst) assertChoice(this.#first, toolbox.callable());
    if (options.prepareStep === undefined) return {};
    const history = transport.history?.();
    const plan = await options.prepareStep({
      turn: number,
      step: counts.steps + 1,
      calls: [...this.#calls],
      totals: toTotals(counts),
      ...(history === undefined ? {} : { history }),
      user,
      signal,
    });
    return checkPlan(plan ?? {}, toolbox.callable());
  }

  /** The last step has no tools, so that the model must answer; a choice of the turn is for its first step. */
  #choice({ counts }: PlannedTurn, { toolChoice, tools }: StepPlan): ToolChoice {
    const isLast = counts.steps + 1 >= this.#core.limits.stepsPerTurn;
    if (isLast || tools?.length === 0) return 'none';
    return toolChoice ?? (this.#isFirst ? this.#first : 'auto');
  }
}
