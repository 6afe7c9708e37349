export { budget } from './capacity/budget.js';
export { latency, type LateCall } from './capacity/latency.js';
export { OwnerCounts, shareOfOwner } from './capacity/owner-share.js';
export { rateLimit } from './capacity/rate-limit.js';
export { semaphore } from './capacity/semaphore.js';
export { cache } from './data/cache.js';
export { idempotency } from './data/idempotency.js';
export { redactInput } from './data/redact-input.js';
export { redactOutput } from './data/redact-output.js';
export { resultCap } from './data/result-cap.js';
export { createResultRead } from './data/result-read.js';
export { secrets } from './data/secrets.js';
export { handOver } from './evidence/handed-over.js';
export { audit, auditModeOf, type AuditHook } from './evidence/audit.js';
export { toDecisionRecord } from './evidence/decision-record.js';
export { closeIntent, repairTrail, type RepairReport } from './evidence/repair-trail.js';
export { fromCallRecord, isInputCut, redactedInput, type RecordedCall } from './evidence/replay.js';
export { telemetry } from './evidence/telemetry.js';
export { traceparentToken } from './evidence/traceparent.js';
export { governErrors } from './govern-errors.js';
export { createMemoryApiKeyStore } from './memory/memory-api-key-store.js';
export { createMemoryApprovalStore } from './memory/memory-approval-store.js';
export { createMemoryCacheStore } from './memory/memory-cache-store.js';
export { createMemoryConsentStore } from './memory/memory-consent-store.js';
export { createMemoryCounterStore } from './memory/memory-counter-store.js';
export { createMemoryIdempotencyStore } from './memory/memory-idempotency-store.js';
export { createMemoryLeaseStore } from './memory/memory-lease-store.js';
export { createMemoryQuotaStore } from './memory/memory-quota-store.js';
export { createMemoryResultStore } from './memory/memory-result-store.js';
export { createMemoryStores, type GovernStores } from './memory/memory-stores.js';
export { authorize, type AuthorizeHook } from './policy/authorize.js';
export { confirm, type ConfirmationRequest } from './policy/confirm.js';
export { consent } from './policy/consent.js';
export { createConsents, type Consents } from './policy/consents.js';
export { editArguments } from './policy/edit-arguments.js';
export { flags, type FlagSource } from './policy/flags.js';
export { modes } from './policy/modes.js';
export { resumeConfirmed } from './policy/resume-confirmed.js';
export { visibleTools } from './policy/visible-tools.js';
export type { ApiKey, ApiKeyStore } from './port/api-key-store.js';
export type { CacheStore } from './port/cache-store.js';
export type { ConsentStore } from './port/consent-store.js';
export type { CounterStore } from './port/counter-store.js';
export type {
  IdempotencyStore,
  IdempotentResult,
  IdempotentResults,
  KeyClaim,
  KeyState,
} from './port/idempotency-store.js';
export type { LeaseStore } from './port/lease-store.js';
export type { QuotaCharge, QuotaStore, QuotaVerdict } from './port/quota-store.js';
export type { ResultStore } from './port/result-store.js';
export type { SecretSource } from './port/secret-source.js';
export { govern, type GovernOptions } from './preset.js';
export { priorities } from './priorities.js';
export { breaker } from './resilience/breaker.js';
export { loops } from './resilience/loops.js';
export { retry } from './resilience/retry.js';
export { timeout } from './resilience/timeout.js';
export { allowedHosts } from './strict/allowed-hosts.js';
export { requireSchemas } from './strict/require-schemas.js';
export { turnPolicy } from './turn/turn-policy.js';
export { turnRules } from './turn/turn-rules.js';
