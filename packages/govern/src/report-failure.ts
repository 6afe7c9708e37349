import { warn, type ToolInvokeContext } from '@helve/core';

/** Receives an error that does not change the answer. */
export type FailureReporter = (thrown: unknown, ctx: ToolInvokeContext) => void;

/** Passes the error to the host, and a warning to the caller. Never throws. */
export function reportFailure(
  report: FailureReporter | undefined,
  thrown: unknown,
  ctx: ToolInvokeContext,
  message: string,
  code: string,
): void {
  try {
    warn(ctx, { code, message });
    report?.(thrown, ctx);
  } catch {
    // The call is over, or the reporter is broken: nobody is left to notify.
  }
}
