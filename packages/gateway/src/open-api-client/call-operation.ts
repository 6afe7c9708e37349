import { isToolError, ToolError, visibleText, type ErrorType, type Json, type ToolInvokeContext } from '@helve/core';
import { gatewayErrors } from '../gateway-errors.js';
import { createGuardedFetch } from '../mcp-client/guarded-fetch.js';
import { openApiDefaults, type OpenApiOptions, type Operation } from './open-api-options.js';
import { isJsonType } from './read-operations.js';
import { toRequest } from './to-request.js';

/** As much of a refusal as a caller is shown. */
const maxShownChars = 500;

/** Sends one request, and gives what its response holds; whatever goes wrong is an error of a type that says what to do. */
export async function callOperation(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  options: OpenApiOptions,
  ctx: ToolInvokeContext,
): Promise<Json> {
  const { name, url: baseUrl, allowPrivate = false, timeoutMs = openApiDefaults.timeoutMs } = options;
  const { url, method, headers, body } = toRequest(baseUrl, operation, input);
  const own = options.headers?.() ?? {};
  // What is secret in a header is its last word, as in `Bearer …`.
  for (const value of Object.values(own)) ctx.addSecret(value.trim().split(' ').at(-1) ?? value);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([ctx.signal, timeout]);
  const writes = method !== 'GET' && method !== 'HEAD';
  try {
    const fetch = createGuardedFetch({
      allowPrivate,
      hint: `Use a public address, or set openApi.${name}.allowPrivate`,
    });
    const sent = new Headers(headers);
    // Those of the config win, however they are written.
    for (const [key, value] of Object.entries(own)) sent.set(key, value);
    const response = await fetch(url, { method, headers: sent, body: body ?? null, signal });
    const text = await readText(response, options);
    if (response.ok) return toData(response, text);
    throw toFailure(ctx.toolId, method, response, text);
  } catch (thrown) {
    if (isToolError(thrown)) throw thrown;
    ctx.signal.throwIfAborted();
    const problem = timeout.aborted ? `no answer within ${timeoutMs} ms` : toProblem(thrown);
    throw gatewayErrors.create(
      'GATEWAY_OPENAPI_UNREACHABLE',
      { name, problem },
      { cause: thrown, retryable: !writes, partialSideEffects: writes },
    );
  }
}

async function readText(
  { body }: Response,
  { name, maxBytes = openApiDefaults.maxBytes }: OpenApiOptions,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The types of the platform do not know that its streams can be iterated.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) throw gatewayErrors.create('GATEWAY_OPENAPI_TOO_LARGE', { name, maxBytes: String(maxBytes) });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function toData(response: Response, text: string): Json {
  if (!isJsonType(response.headers.get('content-type') ?? '')) return text === '' ? null : text;
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw new ToolError('PERMANENT', 'Cannot read the answer: it is not the JSON that it says it is', { cause });
  }
}

/** A refusal by its status. What a service says about it may help, and is shown as far as it goes. */
function toFailure(id: string, method: string, response: Response, text: string): ToolError {
  const { status, headers } = response;
  const type = toErrorType(status);
  const shown = visibleText(text.slice(0, maxShownChars)).trim();
  const message = `Cannot call "${id}": the service answered ${status}${shown === '' ? '' : `: ${shown}`}`;
  const retryAfterSeconds = Number(headers.get('retry-after') ?? Number.NaN);
  const isWrite = method !== 'GET' && method !== 'HEAD';
  return new ToolError(type, message, {
    retryable: type === 'RATE_LIMIT' || (type === 'TRANSIENT' && !isWrite),
    // A service that broke may have done a part.
    partialSideEffects: isWrite && status >= 500,
    ...(Number.isFinite(retryAfterSeconds) ? { retryAfterMs: retryAfterSeconds * 1000 } : {}),
    details: { status },
  });
}

function toErrorType(status: number): ErrorType {
  if (status === 401 || status === 403) return 'AUTH';
  if (status === 409 || status === 412) return 'CONFLICT';
  if (status === 429) return 'RATE_LIMIT';
  return status === 408 || status === 425 || status >= 500 ? 'TRANSIENT' : 'PERMANENT';
}

function toProblem(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  return cause instanceof Error ? cause.message : String(cause);
}
