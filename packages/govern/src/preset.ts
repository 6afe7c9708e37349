import type { ToolHook, ToolInvokeContext, TrailSink } from '@helve/core';
import { aPort, check, oneOf, type OptionCheck, required } from '@helve/core/options';
import { rateLimit, type RateLimitOptions } from './capacity/rate-limit.js';
import { semaphore, type SemaphoreOptions } from './capacity/semaphore.js';
import { checkHookOptions, optionInvalid } from './check-hook-options.js';
import { redactOutput, type RedactOutputOptions } from './data/redact-output.js';
import { resultCap, type ResultCapOptions } from './data/result-cap.js';
import { audit, type AuditOptions } from './evidence/audit.js';
import { telemetry, type TelemetryOptions } from './evidence/telemetry.js';
import { createMemoryStores, type GovernStores } from './memory/memory-stores.js';
import { authorize, type AuthorizeOptions } from './policy/authorize.js';
import { confirm, type ConfirmOptions } from './policy/confirm.js';
import { consent, type ConsentOptions } from './policy/consent.js';
import { loops, type LoopsOptions } from './resilience/loops.js';
import { timeout, type TimeoutOptions } from './resilience/timeout.js';
import { allowedHosts } from './strict/allowed-hosts.js';
import { requireSchemas } from './strict/require-schemas.js';

/** Options of one hook that override the preset; `false` leaves the hook out. */
type Override<Options, Given extends keyof Options = never> = Partial<Omit<Options, Given>> | false;

export interface GovernOptions {
  readonly preset: 'standard' | 'strict';
  /** Receives the records of calls. */
  readonly trail: TrailSink;
  /** Default: in memory, so that limits and approvals belong to one process and end with it. */
  readonly stores?: GovernStores;
  /** For `strict`: hosts that tools with remote effects may reach. Default: none. */
  readonly allowedHosts?: readonly string[];

  readonly authorize?: Override<AuthorizeOptions>;
  readonly confirm?: Override<ConfirmOptions, 'store'>;
  readonly consent?: Override<ConsentOptions, 'store'>;
  readonly rateLimit?: Override<RateLimitOptions, 'store'>;
  readonly semaphore?: Override<SemaphoreOptions, 'store'>;
  readonly timeout?: Override<TimeoutOptions>;
  readonly loops?: Override<LoopsOptions>;
  readonly resultCap?: Override<ResultCapOptions, 'store'>;
  readonly redactOutput?: Override<RedactOutputOptions>;
  readonly audit?: Override<AuditOptions, 'sink'>;
  readonly telemetry?: Override<TelemetryOptions>;
}

const anOverride: OptionCheck = check('options of the hook, or false', (value) => {
  return value === false || (typeof value === 'object' && value !== null);
});

const checks = {
  preset: required(oneOf('standard', 'strict')),
  trail: required(aPort('append')),
  stores: check('one store for each port', (value) => typeof value === 'object' && value !== null),
  allowedHosts: check('a list of host names', Array.isArray),
  authorize: anOverride,
  confirm: anOverride,
  consent: anOverride,
  rateLimit: anOverride,
  semaphore: anOverride,
  timeout: anOverride,
  loops: anOverride,
  resultCap: anOverride,
  redactOutput: anOverride,
  audit: anOverride,
  telemetry: anOverride,
};

/**
 * Creates the rules that most applications want, in one list.
 * With `strict` in addition: tools that write need a standing consent, every tool needs its schemas, remote effects reach
 * only allowed hosts, and a call without a record fails; for that, pass `auditModeOf(hooks)` on as `auditMode`.
 */
export function govern(options: GovernOptions): readonly ToolHook[] {
  const chosen = checkHookOptions('govern', options, checks);
  const strict = chosen.preset === 'strict';
  for (const key of ['consent', 'allowedHosts'] as const) {
    if (!strict && chosen[key] !== undefined)
      throw optionInvalid('govern', `option "${key}" needs the preset "strict"`);
  }
  const { stores = createMemoryStores() } = chosen;
  // Slots are shared between processes only through a given store.
  const leases = chosen.stores === undefined ? {} : { store: stores.lease };

  return Object.freeze(
    [
      strict ? requireSchemas() : undefined,
      strict ? allowedHosts({ hosts: chosen.allowedHosts ?? [] }) : undefined,
      make(authorize, {}, chosen.authorize),
      strict ? make(consent, consentDefaults(stores), chosen.consent) : undefined,
      make(confirm, { store: stores.approvals }, chosen.confirm),
      make(loops, {}, chosen.loops),
      make(rateLimit, { ...rateDefaults, store: stores.quota }, chosen.rateLimit),
      make(semaphore, { limit: 16, by: 'tool', ...leases }, chosen.semaphore),
      make(timeout, { attemptMs: timeLimitOf }, chosen.timeout),
      make(redactOutput, {}, chosen.redactOutput),
      make(resultCap, { store: stores.result }, chosen.resultCap),
      make(audit, { sink: chosen.trail, required: strict }, chosen.audit),
      make(telemetry, {}, chosen.telemetry),
    ].filter((hook) => hook !== undefined),
  );
}

const rateDefaults = { limit: 600, windowMs: 60_000, by: 'user+tool' } as const;
const TIME_LIMIT_MS = 30_000;

/** Creates a hook with the preset's options and the application's overrides. */
function make<Options extends object>(
  factory: (options: Options) => ToolHook,
  preset: NoInfer<Options>,
  own: Partial<NoInfer<Options>> | false | undefined,
): ToolHook | undefined {
  return own === false ? undefined : factory({ ...preset, ...own });
}

function consentDefaults({ consent: store, approvals }: GovernStores): ConsentOptions {
  return { store, approvals, when: (ctx) => ctx.policy.sideEffects === 'writes' };
}

/** Returns the tool's `annotations.timeoutMs`, else half a minute. */
function timeLimitOf({ tool }: ToolInvokeContext): number {
  const own = tool.annotations?.['timeoutMs'];
  return typeof own === 'number' && own > 0 ? own : TIME_LIMIT_MS;
}
