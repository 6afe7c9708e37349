import type { ToolRecord } from '../contract/tool.js';
import { RESPONSE_SCHEMA_VERSION, type ResponseMeta } from '../envelope/tool-response.js';
import type { CallContext } from './call-context.js';
import { badOption } from './call-errors.js';
import { assertCallOptions, isRequestId, type CallOptions } from './call-options.js';
import { nextRequestId } from './request-id.js';

/** What is known of a call while it runs. */
export interface Call {
  readonly startedAt: number;
  options: Partial<CallOptions>;
  toolId: string;
  requestId: string | number;
  registryVersion: string;
  tool: ToolRecord | undefined;
  ctx: CallContext | undefined;
  strippedArgs: readonly string[];
  /** What the handler added to `meta`. */
  handlerMeta: object | undefined;
  executeBegan: boolean;
}

const none: readonly never[] = Object.freeze([]);

/** A call of which nothing is known yet; whatever its options turn out to be, it can be answered. */
export function newCall(): Call {
  return {
    startedAt: performance.now(),
    options: {},
    toolId: 'unknown',
    requestId: nextRequestId(),
    registryVersion: 'none',
    tool: undefined,
    ctx: undefined,
    strippedArgs: none,
    handlerMeta: undefined,
    executeBegan: false,
  };
}

/** Takes up the options, as much of them as can be trusted, and throws if that is not all. */
export function readOptions(call: Call, options: CallOptions): void {
  if (typeof options !== 'object' || options === null) throw badOption(call.toolId, 'its options are not an object');
  const { tool, tools, requestId } = options;
  const id = typeof tool === 'object' ? tool?.id : tool;
  if (typeof id === 'string') call.toolId = id;
  if (isRequestId(requestId)) call.requestId = requestId;
  assertCallOptions(options, call.toolId);
  if (tools !== undefined) call.registryVersion = tools.version;
  call.options = options;
}

/** What every answer says about its call; a handler may add to it, not overwrite it. */
export function metaOf(call: Call): ResponseMeta {
  const { tool, handlerMeta, strippedArgs } = call;
  const meta: ResponseMeta = {
    toolId: call.toolId,
    toolVersion: tool === undefined ? null : (tool.version ?? '0.0.0'),
    registryVersion: call.registryVersion,
    requestId: call.requestId,
    duration: performance.now() - call.startedAt,
    responseSchemaVersion: RESPONSE_SCHEMA_VERSION,
  };
  // Most answers have nothing to add.
  if (handlerMeta === undefined && strippedArgs.length === 0 && tool?.noSchemaMode === undefined) return meta;
  return {
    ...handlerMeta,
    ...(tool?.noSchemaMode === undefined ? {} : { validated: false, noSchemaMode: tool.noSchemaMode }),
    ...(strippedArgs.length === 0 ? {} : { strippedArgs }),
    ...meta,
  };
}
