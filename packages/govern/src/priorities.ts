/**
 * Order of this package's hooks where several meet in one stage. Higher is earlier, and outermost around a call.
 * Hooks that are not listed have a stage for themselves, or do not depend on the order.
 */
export const priorities = Object.freeze({
  // willAuthorize: a refusal by mode reveals nothing about a tool, so it comes before all that could.
  modes: 900,
  authorize: 800,
  // willCheckConsent: nobody confirms a call that needs a consent first.
  consent: 800,
  confirm: 700,
  // willAcquireQuota
  loops: 900,
  budget: 800,
  rateLimit: 700,
  // willReadCache
  idempotency: 900,
  cache: 500,
  // aroundExecute: every attempt passes the breaker and the timeout.
  telemetry: 900,
  retry: 700,
  breaker: 600,
  timeout: 500,
  // willCreateInvokeContext and onError: sensitive values are known, and gone, before anything else looks.
  redactInput: 1_000,
  redactOutput: 1_000,
  secrets: 1_000,
  // willTransformOutput: cutting the output comes last.
  resultCap: -900,
});
