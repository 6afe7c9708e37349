export { actionOf, type ActionEntry, type ActionOptions } from './action/action-mark.js';
export { capabilityAction, type ActionDecorator } from './action/capability-action.js';
export { capabilityActions, type ActionDeclarations } from './action/capability-actions.js';
export { collectCapabilityActions } from './action/collect-capability-actions.js';
export { dispatchToAction } from './action/dispatch-to-action.js';
export { TaskAdapter, type TaskAdapterClass } from './adapter/task-adapter.js';
export type { ProtocolMethod, ToolProtocol } from './adapter/tool-protocol.js';
export type { HeartbeatOptions } from './call/call-progress.js';
export type { CallScope } from './call/call-scope.js';
export type { LogLevel, LogLine, ProgressReport, Usage } from './call/call-sink.js';
export type { CancelCallback, Disposer } from './call/cancel-callbacks.js';
export { currentCall } from './call/current-call.js';
export { heartbeat } from './call/heartbeat.js';
export { recordAccount } from './call/record-account.js';
export {
  ConfigOption,
  FieldOptions,
  type ConfigOptionSource,
  type FieldOptionsSource,
} from './capability/config-option.js';
export { configJsonSchema } from './capability/config-schema.js';
export { RELOAD_TRIGGER } from './capability/reload-trigger.js';
export { ToolCapability, type Config } from './capability/tool-capability.js';
export { EnvVarSpec, type EnvVarSource } from './env/env-var-spec.js';
export { expandWorkerEnvTemplate, type TemplateOwner } from './env/expand-worker-env-template.js';
export { templateCheckPlaceholders } from './env/template-check-placeholders.js';
export {
  WORKER_ENV_TEMPLATE_PLACEHOLDERS,
  type TemplatePlaceholder,
  type TemplateValues,
} from './env/template-placeholders.js';
export { CapabilityError, type CapabilityErrorOptions } from './error/capability-error.js';
export type { CapabilityErrorRow, ErrorCategory } from './error/error-rows.js';
export {
  CapabilityCrashLoopError,
  CapabilityDefinitionError,
  CapabilityFatalError,
  CapabilityNotLoadedError,
  JournalUnavailableError,
  WorkerProtocolError,
} from './error/fatal-errors.js';
export { CapabilityConfigError, CapabilityDisabledError, CapabilityInputError } from './error/input-errors.js';
export { registerError, type CapabilityErrorClass } from './error/register-error.js';
export { CapabilityResourceError, WorkerOOMError, type ResourceShortfall } from './error/resource-errors.js';
export {
  CapabilityCancelledError,
  CapabilityTimeoutError,
  CapabilityTransientError,
  QueueFullError,
  WorkerCrashedError,
  type TimeoutKind,
} from './error/transient-errors.js';
export { deriveStructuralSurface } from './surface/derive-structural-surface.js';
export { method, type MethodSchemas } from './surface/method.js';
export type { StructuralSurface, SurfaceAttribute, SurfaceMethod } from './surface/structural-surface.js';
export { WireFile, type WireFileFields } from './wire/wire-file.js';
export { UnknownWireValue, wireType, type WireTypeSource } from './wire/wire-type.js';
