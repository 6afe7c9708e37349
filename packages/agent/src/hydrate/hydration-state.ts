import { ReturnOverride, type ToolClass, type ToolError, type ToolRecord, type UnknownArgs } from '@helve/core';
import type { HydrationResult } from '../contract/hydration.js';

/** The hidden part of a result, needed to call it. */
export interface HydrationState {
  readonly record: ToolRecord;
  readonly target: ToolClass | undefined;
  /** Arguments that the call starts from. */
  readonly args: unknown;
  /** Arguments that the instance was made with. */
  readonly input: unknown;
  readonly unknownArgs: UnknownArgs;
  /** Creates the error of the call, where it did not hydrate. */
  readonly problem: (() => ToolError) | undefined;
  /** True when there is no such tool, and the record only stands in for it. */
  readonly isAbsent: boolean;
}

class Stamp extends ReturnOverride {
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

/** Returns the state of a result; undefined for one that `hydrate` did not make. */
export function hydrationStateOf(result: HydrationResult): HydrationState | undefined {
  return Stamp.read(result);
}
