import { sleep } from '@helve/core';
import type { FlowClock } from '../contract/tool.js';

/** The time as it passes. */
export const runClock: FlowClock = Object.freeze({ now: () => Date.now(), sleep: sleep });
