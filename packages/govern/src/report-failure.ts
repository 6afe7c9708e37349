import { warn, type ToolInvokeContext } from '@helve/core';

/** Hears of what went wrong without changing the answer. */
export type FailureReporter = (thrown: unknown, ctx: ToolInvokeContext) => void;

/** Tells the host what was thrown, and the caller that something was missing. Never throws itself. */
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
    // The call is over, or the reporter is broken: there is nobody left to tell.
  }
}
