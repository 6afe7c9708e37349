import type { CallIdentity, CallOptions } from './call-options.js';

/** Tells the reporter what a tool threw. A reporter is an observer: when it fails, the call still gets its answer. */
export function reportFailure(thrown: unknown, call: CallIdentity, report: CallOptions['report']): void {
  try {
    report?.(thrown, { toolId: call.toolId, requestId: call.requestId });
  } catch (error) {
    console.error(`Cannot report a failure of "${call.toolId}" (request ${call.requestId}): the reporter threw`, error);
  }
}
