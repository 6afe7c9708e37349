import type { ToolSchema } from '@helve/core';
import type { ToolChoice } from '../contract/transport.js';

/** Options of one turn. */
export interface TurnOptions {
  /** Choice of its first step; a name is the id of a tool. Default: `auto`. */
  readonly toolChoice?: ToolChoice;
  /** Schema of the final answer, which must describe an object: the answer is checked, and asked for once more. */
  readonly output?: ToolSchema;
}
