import { errorOf, toFailure, toSuccess, toToolResponse } from '../envelope/to-tool-response.js';
import { RESPONSE_SCHEMA_VERSION, type ResponseMeta, type ToolResponse } from '../contract/tool-response.js';
import { isControl } from '../errors/control.js';
import { isToolError } from '../errors/tool-error.js';
import { stepOf } from './call-info.js';
import { stopwatchNow } from './clock.js';
import type { Invocation } from './invocation.js';
import { isRequestId, type InvokeOptions, type Report } from './invoke-options.js';
import { failed } from './live-error.js';
import { live } from './live.js';
import { recordUnstarted } from './record-unstarted.js';
import { tell } from './report.js';
import { nextRequestId } from './request-id.js';
import { responseMeta } from './response-meta.js';
import { scrub, scrubThrown } from './scrub.js';
import { isThenable } from '../async/maybe-promise.js';

/** Opens a call and leads it through its life; the answer is an envelope, whatever happens. */
export async function answerCall(open: () => Invocation, options: Partial<InvokeOptions>): Promise<ToolResponse> {
  let inv: Invocation | undefined;
  try {
    inv = open();
    const living = live(inv);
    const data = isThenable(living) ? await living : living;
    if (data === failed) return answerFailure(inv, inv.thrown);
    return toSuccess(data, scrub(inv, inv.intents), responseMeta(inv));
  } catch (thrown) {
    return inv === undefined ? answerUnstarted(options, thrown) : answerFailure(inv, thrown);
  }
}

function answerFailure(inv: Invocation, thrown: unknown): ToolResponse {
  const { options, tool, requestId, plan, executeBegan } = inv;
  reportUnforeseen(options.report, scrubThrown(inv, thrown), tool.id, requestId);
  const call = {
    toolId: tool.id,
    requestId,
    executeBegan,
    writes: plan.policy.sideEffects === 'writes',
    safe: plan.policy.idempotent || plan.policy.sideEffects !== 'writes',
    stage: stepOf(thrown),
    exposeMessages: options.exposeMessages,
  };
  const response = toToolResponse({ thrown, call }, scrub(inv, inv.intents), responseMeta(inv));
  // The common case: there is nothing that the error must not say.
  if (inv.secrets === undefined || response.ok) return response;
  return Object.freeze({ ...response, error: Object.freeze(scrub(inv, response.error)) });
}

/** What ended before there was a call to speak of: options that make no sense, a tool that does not exist. */
async function answerUnstarted(given: unknown, thrown: unknown): Promise<ToolResponse<never>> {
  const startedMs = stopwatchNow();
  const { toolId, toolVersion, registryVersion, requestId, report, exposeMessages } = identify(given);
  reportUnforeseen(report, thrown, toolId, requestId);
  const error = errorOf(thrown, { toolId, requestId, executeBegan: false, writes: false, safe: false, exposeMessages });
  const meta: ResponseMeta = {
    toolId,
    toolVersion,
    registryVersion,
    requestId,
    duration: stopwatchNow() - startedMs,
    responseSchemaVersion: RESPONSE_SCHEMA_VERSION,
  };
  const isRecorded = await recordUnstarted({ given, thrown, error, meta, report });
  return toFailure(error, undefined, isRecorded ? meta : { ...meta, recorded: false });
}

function reportUnforeseen(
  report: Report | undefined,
  thrown: unknown,
  toolId: string,
  requestId: string | number,
): void {
  if (report === undefined || isToolError(thrown) || isControl(thrown)) return;
  tell(report, thrown, { toolId, requestId });
}

interface Identity {
  readonly toolId: string;
  readonly toolVersion: string | null;
  readonly registryVersion: string;
  readonly requestId: string | number;
  readonly report?: Report | undefined;
  readonly exposeMessages?: boolean | undefined;
}

/** As much of the options as can be trusted. */
function identify(given: unknown): Identity {
  const nobody = { toolId: 'unknown', toolVersion: null, registryVersion: 'none', requestId: nextRequestId() };
  try {
    const { tool, tools, requestId, report, exposeMessages } = (given ?? {}) as Partial<InvokeOptions>;
    const id: unknown = typeof tool === 'object' ? tool?.id : tool;
    const record = typeof tool === 'string' ? tools?.get(tool) : tool;
    return {
      toolId: typeof id === 'string' ? id : nobody.toolId,
      toolVersion:
        typeof record === 'object' && typeof record?.execute === 'function' ? (record.version ?? '0.0.0') : null,
      registryVersion: typeof tools?.version === 'string' ? tools.version : nobody.registryVersion,
      requestId: isRequestId(requestId) ? requestId : nobody.requestId,
      ...(typeof report === 'function' ? { report } : {}),
      ...(exposeMessages === true ? { exposeMessages } : {}),
    };
  } catch {
    // Options that throw when they are read have no identity.
    return nobody;
  }
}
