import { isPlainObject, type ToolInvokeContext } from '@helve/core';
import { errorOfCall } from './error-of-call.js';
import type { Attributes } from './open-telemetry.js';

// Names follow OpenTelemetry's conventions for generative AI where there are any. No attribute holds a payload.

export function toolAttributes(ctx: ToolInvokeContext): Attributes {
  return { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': ctx.toolId };
}

export function callAttributes(ctx: ToolInvokeContext): Attributes {
  const { door, mode } = ctx.call;
  return {
    ...toolAttributes(ctx),
    'gen_ai.tool.type': 'function',
    'gen_ai.tool.call.id': callIdOf(ctx),
    'helve.tool.version': ctx.toolVersion,
    ...(ctx.sessionId === undefined ? {} : { 'gen_ai.conversation.id': ctx.sessionId }),
    ...(door === undefined ? {} : { 'helve.door': door }),
    ...(mode === undefined ? {} : { 'helve.mode': mode }),
  };
}

/** The provider's own id of a call that a model has made. */
function callIdOf({ call: { provenance }, requestId }: ToolInvokeContext): string {
  const id = isPlainObject(provenance) ? provenance['callId'] : undefined;
  return typeof id === 'string' ? id : String(requestId);
}

export function outcomeAttributes(ctx: ToolInvokeContext): Attributes {
  const type = ctx.error === undefined ? {} : { 'error.type': errorOfCall(ctx).type };
  return { ...toolAttributes(ctx), 'helve.outcome': ctx.outcome.kind, ...type };
}
