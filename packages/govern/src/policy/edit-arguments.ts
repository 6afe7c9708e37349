import {
  type ApprovalDecision,
  type ApprovalRecord,
  checkToolInput,
  coreErrors,
  createRedactor,
  diffJson,
  digest,
  fromPointer,
  isPlainObject,
  type Json,
  type JsonObject,
  markedFields,
  type ToolRecord,
} from '@helve/core';
import { parsedArguments } from './parsed-arguments.js';

/**
 * Returns the approver's arguments, with everything that was masked for them restored from the caller's. Undefined if
 * that changes nothing; throws like the call itself if the tool does not accept them.
 */
export async function editArguments(
  { arguments: asked, shown }: Pick<ApprovalRecord, 'arguments' | 'shown'>,
  tool: ToolRecord,
  written: JsonObject,
): Promise<ApprovalDecision['edit']> {
  const masked = shown?.masked ?? [];
  const restored = masked.reduce<Json>((value, pointer) => restore(value, asked, fromPointer(pointer)), written);
  if (diffJson(asked, restored).length === 0) return undefined;
  const checked = await checkToolInput(tool, restored);
  if (!checked.ok) {
    const problem = 'the edited arguments do not fit its schema';
    throw coreErrors.create('CALL_INPUT_INVALID', { tool: tool.id, problem }, { details: { issues: checked.issues } });
  }
  const edited = await parsedArguments(tool, restored);
  const pointers = diffJson(asked, edited).map(({ pointer }) => pointer);
  if (pointers.length === 0) return undefined;
  const { optional, required } = markedFields(edited, tool.inputSchema, 'input');
  const { value, redacted } = createRedactor({ paths: [...masked, ...optional, ...required] }).redact(edited);
  return {
    arguments: edited,
    argumentsDigest: digest(edited),
    shown: { arguments: value as Json, masked: redacted },
    pointers,
  };
}

/** Copies a value with the other value's member at this path, where both have one. */
function restore(value: Json, from: Json, [name, ...rest]: readonly string[]): Json {
  if (name === undefined) return from;
  if (Array.isArray(value) && Array.isArray(from)) {
    return value.map((item: Json, index) => {
      const other: Json | undefined = String(index) === name ? from[index] : undefined;
      return other === undefined ? item : restore(item, other, rest);
    });
  }
  if (!isPlainObject(value) || !isPlainObject(from) || !Object.hasOwn(from, name)) return value;
  if (rest.length > 0 && !Object.hasOwn(value, name)) return value;
  const inner = restore(value[name] as Json, from[name] as Json, rest);
  return Object.fromEntries([...Object.entries(value), [name, inner]]);
}
