import { createRedactor } from '../redact/redactor.js';
import { markedTexts, marksFields } from '../schema/marked-fields.js';
import type { Call } from './context/call.js';

/** Takes the secrets of a call out of something that is about to leave it; most calls have none. */
export function scrub<T>({ additions: { secrets } }: Pick<Call, 'additions'>, value: T): T {
  if (secrets === undefined) return value;
  return createRedactor({ secrets, keys: [], patterns: [] }).redact(value).value as T;
}

/** Takes the secrets out of something thrown: an error keeps its name and loses what it must not say. */
export function scrubThrown(call: Pick<Call, 'additions'>, thrown: unknown): unknown {
  if (call.additions.secrets === undefined) return thrown;
  if (!(thrown instanceof Error)) return scrub(call, thrown);
  const clean = new Error(scrub(call, thrown.message));
  clean.name = thrown.name;
  clean.stack = scrub(call, thrown.stack ?? '');
  return clean;
}

/** Makes secrets of what the schema of a tool marks in its input: an error must not tell it. */
export function hideMarkedInput({ tool, values, options: { rawInput }, additions }: Call): void {
  // The common case: a schema that marks nothing was read once.
  if (!marksFields(tool.inputSchema, 'input')) return;
  const texts = [rawInput, values.input].flatMap((value) => markedTexts(value, tool.inputSchema, 'input'));
  if (texts.length > 0) (additions.secrets ??= []).push(...new Set(texts));
}
