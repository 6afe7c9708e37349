import type { ToolInvokeContext } from '../contract/context.js';
import type { HooksByStage } from '../contract/hook.js';
import type { Answer } from '../contract/reply.js';
import type { SchemaOutput, ToolSchema } from '../contract/schema.js';
import type { ExecuteResult, ToolFields, ToolRecord } from '../contract/tool.js';
import { coreErrors } from '../errors/core-errors.js';
import { nearestNames } from '../errors/nearest-name.js';
import { callerAnswers } from './caller-answers.js';
import { toolRecordKeys } from './tool-record-keys.js';

/** A tool as its author writes it; the rest of the record is filled in. */
export interface ToolSource<In extends ToolSchema, Out extends ToolSchema | undefined> extends ToolFields<In, Out> {
  /** For people; the id if left out. */
  readonly name?: string;
  readonly hooksByStage?: HooksByStage;
  /** True when a person has to approve a call with this input. */
  readonly needsApproval?: (input: SchemaOutput<In>, ctx: ToolInvokeContext) => boolean | Promise<boolean>;
  /** Without a body, the caller of a conversation answers the calls of this tool: in a browser, or by a device. */
  readonly execute?: (input: SchemaOutput<In>, ctx: ToolInvokeContext) => Answer<ExecuteResult<Out>>;
  /** Converts an output into what a model sees of it. */
  readonly toModelOutput?: (output: ExecuteResult<Out>) => unknown;
}

/** Defines a tool; input, output and context of `execute` are inferred from the schemas. */
export function defineTool<const In extends ToolSchema, const Out extends ToolSchema | undefined = undefined>(
  source: ToolSource<In, Out>,
): ToolRecord<In, Out> {
  for (const key of Object.keys(source)) if (!toolRecordKeys.has(key)) throw unknownKey(source.id, key);
  const { name = source.id, hooksByStage = {}, execute = callerAnswers } = source;
  return Object.freeze({ ...source, name, hooksByStage, execute });
}

function unknownKey(tool: string, key: string): Error {
  const [nearest] = nearestNames(key, toolRecordKeys);
  const details = nearest === undefined ? {} : { suggestion: `Did you mean "${nearest}"?` };
  return coreErrors.create('CALL_TOOL_INVALID', { tool, problem: `unknown option "${key}"` }, { details });
}
