import { aFunction } from '@helve/core/options';
import { checkFlowOptions } from '../check-flow-options.js';
import type { Engine } from '../contract/engine.js';
import { createEngine } from './create-engine.js';
import { createLocalDispatcher } from './create-local-dispatcher.js';
import { createMemoryJournal } from './memory/create-memory-journal.js';

export interface MemoryEngineOptions {
  /** Milliseconds since 1970 by a clock that never runs backwards. */
  readonly now?: () => number;
}

/** The time of day when the process began, and what has passed since. */
const steadyNow = () => performance.timeOrigin + performance.now();

/** An engine that lives as long as the process: for tests, and for runs that need no disk. */
export function createMemoryEngine(options: MemoryEngineOptions = {}): Engine {
  const { now = steadyNow } = checkFlowOptions('create the engine', options, { now: aFunction });
  return createEngine(createMemoryJournal(now), createLocalDispatcher(), { now });
}
