import {
  isPlainObject,
  MCP_ERROR_META_KEY,
  toJsonResponse,
  type Issue,
  type ToolError,
  type ToolErrorBodyDetails,
  type ToolRecord,
  type ToolResponse,
} from '@helve/core';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { isMcpContent } from './is-mcp-content.js';

/** Options of the conversion to a result. */
interface ResultOptions {
  readonly tool: Pick<ToolRecord, 'outputSchema'> | undefined;
  /** True when the output was found to be what the tool promises. */
  readonly structured: boolean;
  readonly maxBytes: number;
}

type Failure = Pick<ToolError, 'type' | 'message' | 'retryable'> & {
  readonly code?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
};

/** An envelope as the result of `tools/call`: text for the model, the same as data for programs. No token leaves here. */
export function toCallResult(answer: ToolResponse, options: ResultOptions): CallToolResult {
  const response = toJsonResponse(answer);
  if (!response.ok) return toFailureResult(response.error);
  const { data, meta } = response;
  if (options.tool?.outputSchema === undefined && isMcpContent(data)) return fit(data, options);
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? 'null');
  if (meta['truncated'] === true) return toTruncated(text, options);
  const content: CallToolResult['content'] = [{ type: 'text', text }];
  // Without an output schema only objects can be told from text by every version of the protocol.
  return fit(
    options.structured || isPlainObject(data) ? { content, structuredContent: data } : { content },
    options,
    text,
  );
}

/** A failure as a result that the model can read and act on. */
export function toFailureResult(error: Failure): CallToolResult {
  const { type, message, retryable, retryAfterMs, details = {} } = error;
  const { suggestion, issues } = details as ToolErrorBodyDetails;
  const code = error.code ?? details['code'];
  const approvalId = typeof details['approvalId'] === 'string' ? details['approvalId'] : undefined;
  const reason = typeof details['reason'] === 'string' ? details['reason'] : undefined;
  const facts = {
    type,
    ...(code === undefined ? {} : { code }),
    retryable,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(issues === undefined ? {} : { issues }),
    ...(approvalId === undefined ? {} : { approvalId }),
    ...(reason === undefined ? {} : { reason }),
  };
  // The first of them stand in the message already.
  const problems = (issues ?? []).map(toText).filter((text) => !isSaidIn(message, text));
  const isWaiting = type === 'CONFIRMATION_REQUIRED' && approvalId !== undefined && !message.includes(approvalId);
  const waits = isWaiting ? [`It waits for approval "${approvalId}"`] : [];
  const lines = [
    message,
    ...problems.map((text) => `- ${text}`),
    ...waits,
    ...(reason === undefined ? [] : [`Reason: ${reason}`]),
    ...(suggestion === undefined ? [] : [suggestion]),
  ];
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }], _meta: { [MCP_ERROR_META_KEY]: facts } };
}

function toText({ pointer, message }: Issue): string {
  return pointer === '' ? message : `${pointer}: ${message}`;
}

function isSaidIn(message: string, text: string): boolean {
  return message.includes(`: ${text}`) || message.includes(`; ${text}`);
}

/** Creates the result of a cut output; a tool with an output schema has failed to keep it. */
function toTruncated(text: string, { tool }: ResultOptions): CallToolResult {
  const promised = tool?.outputSchema !== undefined;
  return { ...(promised ? { isError: true } : {}), content: [{ type: 'text', text }], _meta: { truncated: true } };
}

/** The common case: it is small enough. */
function fit(result: CallToolResult, options: ResultOptions, text?: string): CallToolResult {
  const { maxBytes } = options;
  // A character has at most three bytes in UTF-8 for each unit of its length.
  if (text !== undefined && text.length * 3 <= maxBytes) return result;
  const content = text ?? JSON.stringify(result.content);
  const bytes = Buffer.byteLength(content);
  if (bytes <= maxBytes) return result;
  const head = Buffer.from(content)
    .subarray(0, maxBytes)
    .toString('utf8')
    .replace(/\ufffd+$/, '');
  const note = `[cut: ${bytes} bytes exceed the limit of ${maxBytes}; ask for less at once]`;
  return toTruncated(`${head}\n${note}`, options);
}
