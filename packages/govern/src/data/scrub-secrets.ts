import {
  createRedactor,
  isToolError,
  markedTexts,
  marksFields,
  ToolError,
  type Redactor,
  type ToolInvokeContext,
} from '@helve/core';
import { redactOrFail } from './redaction.js';

const key = Symbol('secret redactor');

interface Kept {
  readonly count: number;
  readonly redactor: Redactor;
}

/** Creates a redactor of this call's secrets; undefined where it has none. */
export function secretRedactor(ctx: ToolInvokeContext): Redactor | undefined {
  const secrets = secretsOf(ctx);
  if (secrets.length === 0) return undefined;
  const kept = ctx.data.get(key) as Kept | undefined;
  if (kept?.count === secrets.length) return kept.redactor;
  const redactor = createRedactor({ secrets, keys: [], patterns: [] });
  ctx.data.set(key, { count: secrets.length, redactor } satisfies Kept);
  return redactor;
}

/** Returns the secrets injected into a call, and the values that the schema of its tool marks in its input. */
function secretsOf(ctx: ToolInvokeContext): readonly string[] {
  const { secrets, rawInput, input, tool } = ctx;
  // The common case: a schema that marks nothing was read once.
  if (!marksFields(tool.inputSchema, 'input')) return secrets;
  const marked = [rawInput, input].flatMap((value) => markedTexts(value, tool.inputSchema, 'input'));
  return marked.length === 0 ? secrets : [...new Set([...secrets, ...marked])];
}

/** Removes the secrets of this call from its output. */
export function scrubOutput(ctx: ToolInvokeContext): void {
  const redactor = secretRedactor(ctx);
  if (redactor !== undefined) ctx.output = redactOrFail(ctx, 'output', redactor, ctx.output);
}

/** Removes the secrets of this call from its error, whatever was thrown. */
export function scrubError(ctx: ToolInvokeContext): void {
  const redactor = secretRedactor(ctx);
  if (redactor === undefined) return;
  const clean = scrubThrown(ctx.error, redactor, new Set());
  if (clean !== ctx.error) ctx.error = clean;
}

/**
 * Cleans errors in place, so that no cause, log or second reference keeps the secret.
 * Only what cannot be changed is replaced by a copy.
 */
function scrubThrown(thrown: unknown, redactor: Redactor, seen: Set<object>): unknown {
  if (typeof thrown !== 'object' || thrown === null) return redactor.redact(thrown).value;
  if (seen.has(thrown)) return thrown;
  seen.add(thrown);
  let changed = true;
  for (const name of Reflect.ownKeys(thrown)) {
    const value: unknown = Reflect.get(thrown, name);
    const clean = scrubMember(value, redactor, seen);
    if (clean !== value && !Reflect.set(thrown, name, clean)) changed = false;
  }
  return changed ? thrown : cleanCopy(thrown, redactor);
}

function scrubMember(value: unknown, redactor: Redactor, seen: Set<object>): unknown {
  if (typeof value === 'string') return redactor.redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return scrubThrown(value, redactor, seen);
  const { value: copy, redacted } = redactor.redact(value);
  return redacted.length === 0 ? value : copy;
}

/** Copies an error without its cause, which would keep the original. */
function cleanCopy(thrown: object, redactor: Redactor): Error {
  const message = redactor.redactText('message' in thrown ? String(thrown.message) : 'a value that cannot be shown');
  if (!isToolError(thrown)) return Object.assign(new Error(message, { cause: null }));
  const { type, code, retryable, retryAfterMs, partialSideEffects } = thrown;
  return new ToolError(type, message, { code, retryable, retryAfterMs, partialSideEffects, cause: null });
}
