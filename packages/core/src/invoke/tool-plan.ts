import type { ToolRecord } from '../contract/tool.js';
import {
  compileInputCheck,
  compileOutputCheck,
  type SchemaCheck,
  type UnknownArgs,
} from '../schema/compile-tool-schema.js';

/** What is worked out once for a tool, so that a call only runs it. */
export interface ToolPlan {
  readonly checkInput: SchemaCheck;
  /** Absent if the tool promises nothing. */
  readonly checkOutput: SchemaCheck | undefined;
}

const plans = { reject: new WeakMap<ToolRecord, ToolPlan>(), strip: new WeakMap<ToolRecord, ToolPlan>() };

/** The plan of a tool: compiled on the first call, then kept as long as the tool. */
export function planOf(tool: ToolRecord, unknownArgs: UnknownArgs): ToolPlan {
  const known = plans[unknownArgs].get(tool);
  if (known !== undefined) return known;
  const plan = compilePlan(tool, unknownArgs);
  plans[unknownArgs].set(tool, plan);
  return plan;
}

function compilePlan(tool: ToolRecord, unknownArgs: UnknownArgs): ToolPlan {
  return Object.freeze({
    checkInput: compileInputCheck(tool.inputSchema, unknownArgs),
    checkOutput: tool.outputSchema === undefined ? undefined : compileOutputCheck(tool.outputSchema),
  });
}
