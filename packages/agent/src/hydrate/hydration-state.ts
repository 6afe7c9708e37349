import { Given, type ToolClass, type ToolError, type ToolRecord, type UnknownArgs } from '@helve/core';
import type { HydrationResult } from '../contract/hydration.js';

/** What a result does not show: how its call goes on. */
export interface HydrationState {
  readonly record: ToolRecord;
  readonly target: ToolClass | undefined;
  /** What the call line is given. */
  readonly args: unknown;
  /** What the instance was made with. */
  readonly input: unknown;
  readonly unknownArgs: UnknownArgs;
  /** What the call line raises, where the call did not hydrate. */
  readonly problem: (() => ToolError) | undefined;
  /** There is no such tool, and the record only stands in for it. */
  readonly isAbsent: boolean;
}

class Stamp extends Given {
  readonly #state: HydrationState;

  constructor(result: HydrationResult, state: HydrationState) {
    super(result);
    this.#state = state;
  }

  static write(result: HydrationResult, state: HydrationState): object {
    return new Stamp(result, state);
  }

  static read(result: object): HydrationState | undefined {
    return #state in result ? result.#state : undefined;
  }
}

export function keepHydrationState(result: HydrationResult, state: HydrationState): void {
  Stamp.write(result, state);
}

/** Undefined for a result that `hydrate` did not make. */
export function hydrationStateOf(result: HydrationResult): HydrationState | undefined {
  return Stamp.read(result);
}
