import { createRedactor } from '../redact/redactor.js';
import { markedTexts, marksFields } from '../schema/marked-fields.js';
import type { Invocation } from './invocation.js';

/** Takes the secrets of a call out of something that is about to leave it; most calls have none. */
export function scrub<T>(inv: Pick<Invocation, 'secrets'>, value: T): T {
  if (inv.secrets === undefined) return value;
  return createRedactor({ secrets: inv.secrets, keys: [], patterns: [] }).redact(value).value as T;
}

/** Makes secrets of what the schema of a tool marks in its input: an error must not tell it. */
export function hideMarkedInput(inv: Invocation): void {
  const { tool, input } = inv;
  const { rawInput } = inv.ctx;
  // The common case: a schema that marks nothing was read once.
  if (!marksFields(tool.inputSchema, 'input')) return;
  const texts = [rawInput, input].flatMap((value) => markedTexts(value, tool.inputSchema, 'input'));
  if (texts.length > 0) (inv.secrets ??= []).push(...new Set(texts));
}

/** The same for what was thrown: an error keeps its name and loses what it must not say. */
export function scrubThrown(inv: Pick<Invocation, 'secrets'>, thrown: unknown): unknown {
  if (inv.secrets === undefined) return thrown;
  if (!(thrown instanceof Error)) return scrub(inv, thrown);
  const clean = new Error(scrub(inv, thrown.message));
  clean.name = thrown.name;
  clean.stack = scrub(inv, thrown.stack ?? '');
  return clean;
}
