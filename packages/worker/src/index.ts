export { actionOf, type ActionEntry, type ActionOptions } from './action/action-mark.js';
export { capabilityAction, type ActionDecorator } from './action/capability-action.js';
export { capabilityActions, type ActionDeclarations } from './action/capability-actions.js';
export { collectCapabilityActions } from './action/collect-capability-actions.js';
export { dispatchToAction } from './action/dispatch-to-action.js';
export { toCallEnvelope, type CallEnvelope, type EnvelopeSource } from './call/call-envelope.js';
export type { HeartbeatOptions } from './call/call-progress.js';
export { CallScope, type ScopeKind, type ScopeOptions } from './call/call-scope.js';
export type { CallSink, LogLevel, LogLine, ProgressReport, Usage } from './call/call-sink.js';
export type { CancelCallback, Disposer } from './call/cancel-callbacks.js';
export type { CancelFlag } from './call/cancel-flag.js';
export { CapabilityCalls, type CallOptions } from './call/capability-calls.js';
export { currentCall, runInScope } from './call/current-call.js';
export { EnabledGate, type SignalHooks } from './call/enabled-gate.js';
export { heartbeat } from './call/heartbeat.js';
export type { MaybePromise } from './call/maybe-promise.js';
export { recordAccount } from './call/record-account.js';
export { beatText, timerTicker, type Beat, type Tick, type Ticker } from './call/ticker.js';
export { changeConfig, type ConfigOutcome } from './capability/change-config.js';
export { checkConfig, type CheckedConfig, type ConfigCheckOptions } from './capability/check-config.js';
export {
  ConfigOption,
  FieldOptions,
  type ConfigOptionSource,
  type FieldOptionsSource,
} from './capability/config-option.js';
export { configJsonSchema } from './capability/config-schema.js';
export { fieldsThatChanged } from './capability/fields-that-changed.js';
export {
  effectiveConfig,
  replacedConfig,
  updatedConfig,
  type ConfigChange,
  type ConfigPatch,
} from './capability/merge-config.js';
export { mergeConfigOptions, type MergedConfigOptions, type StaleValue } from './capability/merge-config-options.js';
export { checkTriggers, RELOAD_TRIGGER, type TriggerProblem } from './capability/reload-trigger.js';
export { callsOf, ToolCapability, type Config } from './capability/tool-capability.js';
export { CapabilityError, type CapabilityErrorOptions } from './error/capability-error.js';
export { errorRows, type CapabilityErrorRow, type ErrorCategory } from './error/error-rows.js';
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
export { toCapabilityError } from './error/to-capability-error.js';
export { toToolError, type ToolErrorFacts } from './error/to-tool-error.js';
export {
  CapabilityCancelledError,
  CapabilityTimeoutError,
  CapabilityTransientError,
  QueueFullError,
  WorkerCrashedError,
  type TimeoutKind,
} from './error/transient-errors.js';
export {
  fromWireError,
  toWireError,
  type ReceivedBy,
  type TracebackPolicy,
  type WireError,
} from './error/wire-error.js';
export { workerErrors } from './error/worker-errors.js';
export { checkWorkerEnv, readWorkerEnv, toEnvVarSpecs, type WorkerEnvProblem } from './env/check-worker-env.js';
export {
  assertWorkerEnv,
  changedWorkerEnv,
  composeWorkerEnv,
  type ComposedWorkerEnv,
  type SecretDelivery,
} from './env/compose-worker-env.js';
export { EnvVarSpec, type EnvVarSource } from './env/env-var-spec.js';
export { expandWorkerEnvTemplate, type TemplateOwner } from './env/expand-worker-env-template.js';
export { hostOwnedNames, isHostOwned, type HostOwnedName } from './env/host-owned.js';
export { overrideProblem } from './env/refused-settings.js';
export { resolveWorkerEnv } from './env/resolve-worker-env.js';
export { templateCheckPlaceholders } from './env/template-check-placeholders.js';
export {
  WORKER_ENV_TEMPLATE_PLACEHOLDERS,
  type TemplatePlaceholder,
  type TemplateValues,
} from './env/template-placeholders.js';
export { capabilityDataDir, workerTemplateValues, type WorkerDirectories } from './env/worker-directories.js';
export {
  envSources,
  type EnvSource,
  type ResolvedEnvVar,
  type ResolvedWorkerEnv,
  type WorkerEnvInput,
} from './env/worker-env-input.js';
export { createMemoryConfigStore } from './memory/memory-config-store.js';
export { createMemoryDiagnosticsStore } from './memory/memory-diagnostics-store.js';
export { createMemoryJournalStore } from './memory/memory-journal-store.js';
export { createMemoryMeasurementStore } from './memory/memory-measurement-store.js';
export { createMemorySecretStore } from './memory/memory-secret-store.js';
export type { ConfigStore, InstanceRecord } from './port/config-store.js';
export {
  defaultRetention,
  diagnosticLevels,
  type DiagnosticFilter,
  type DiagnosticLevel,
  type DiagnosticLine,
  type DiagnosticRetention,
  type DiagnosticSource,
  type DiagnosticsStore,
  type StoredDiagnosticLine,
} from './port/diagnostics-store.js';
export {
  journalKinds,
  type JournalEntry,
  type JournalFilter,
  type JournalKind,
  type JournalStore,
  type StoredJournalEntry,
} from './port/journal-store.js';
export type { Measurement, MeasurementSample, MeasurementStore } from './port/measurement-store.js';
export type { SecretStore } from './port/secret-store.js';
export { secretWarning } from './secret/check-secret.js';
export { FileSecretStore } from './secret/file-secret-store.js';
export { maskedSecret, NamedSecret } from './secret/named-secret.js';
export { createSecretRedactor, type SecretRedactor, type SecretRedactorOptions } from './secret/secret-redactor.js';
export { createStreamRedactor, type StreamRedactor } from './secret/stream-redactor.js';
export {
  matchLevels,
  type AdapterVerdict,
  type MatchLevel,
  type ParamMismatch,
  type SchemaMismatch,
} from './adapter/adapter-verdict.js';
export { dispatchToTask, taskMethods } from './adapter/dispatch-to-task.js';
export { matchProtocol, type MatchOptions } from './adapter/match-protocol.js';
export {
  matchAdapters,
  planAdapters,
  type AdapterCandidate,
  type AdapterFailure,
  type AdapterPlan,
  type PlanOptions,
} from './adapter/plan-adapters.js';
export { toProtocolMembers, type ProtocolMemberMethod, type ProtocolMembers } from './adapter/protocol-members.js';
export { TaskAdapter, type TaskAdapterClass } from './adapter/task-adapter.js';
export type { ProtocolMethod, ToolProtocol } from './adapter/tool-protocol.js';
export { checkManifest } from './manifest/check-manifest.js';
export { discoverManifests, type DiscoveryReport, type FoundManifest } from './manifest/discover-manifests.js';
export { effectiveManifest, platformProblem, refreshedManifest } from './manifest/effective-manifest.js';
export {
  findCapability,
  introspectAdapter,
  introspectCapability,
  isCapabilityClass,
  type CapabilityClass,
  type IntrospectOptions,
} from './manifest/introspect.js';
export {
  ADAPTER_FORMAT,
  CAPABILITY_FORMAT,
  runtimes,
  type AdapterManifest,
  type CapabilityManifest,
  type Manifest,
  type ManifestAction,
  type ManifestCode,
  type ManifestInstall,
  type ManifestOverrides,
  type ManifestResources,
  type ManifestWitness,
  type Runtime,
} from './manifest/manifest.js';
export { readManifest, toManifest, writeManifest } from './manifest/read-manifest.js';
export { introspectMcpServer, type IntrospectMcpOptions } from './mcp/introspect-mcp-server.js';
export { MCP_DEFINITIONS, McpStdioCapability } from './mcp/mcp-stdio-capability.js';
export { createMcpStdioRuntime } from './mcp/mcp-stdio-runtime.js';
export { deriveStructuralSurface } from './surface/derive-structural-surface.js';
export {
  configSchemaDrift,
  diffSchemas,
  diffSurfaces,
  surfaceDrift,
  type Drift,
  type RecordDiff,
  type SchemaWitness,
  type SurfaceWitness,
} from './surface/drift.js';
export { method, type MethodSchemas } from './surface/method.js';
export type { StructuralSurface, SurfaceAttribute, SurfaceMethod } from './surface/structural-surface.js';
export { configSchemaHash, surfaceHash, type SurfaceHash } from './surface/surface-hash.js';
export { RemoteCapabilityProxy } from './proxy/remote-capability-proxy.js';
export type { CallInfo, CallOutcome, LateFrame, ProxyObserver, ProxyState } from './proxy/proxy-observer.js';
export { RemoteAnswer, RemoteCall } from './proxy/remote-call.js';
export type { RemoteOptions, RemoteRequest } from './proxy/remote-request.js';
export { RemoteStream } from './proxy/remote-stream.js';
export { freezeSpec, type WorkerSpec } from './proxy/worker-spec.js';
export { exitCode } from './runner/exit-code.js';
export { createTransport, runnerFile, transportFlags, type TransportSpec } from './transport/create-transport.js';
export { killGroup } from './transport/child/kill-group.js';
export type { InProcessSpec } from './transport/in-process/transport.js';
export type { NdjsonSpec } from './transport/ndjson/transport.js';
export type { ProcessSpec } from './transport/process/transport.js';
export type { ThreadSpec } from './transport/thread/transport.js';
export { serveWorkers, type ServeWorkersOptions, type WorkerListener } from './transport/web-socket/serve-workers.js';
export type { WebSocketSpec } from './transport/web-socket/transport.js';
export type { ServedWorker } from './transport/web-socket/worker-relay.js';
export type {
  OutputLine,
  Transport,
  TransportFlags,
  TransportKind,
  TransportListener,
  WireNote,
  WorkerExit,
} from './transport/transport.js';
export { frameTable, type FrameRow } from './wire/frame-table.js';
export {
  PROTOCOL,
  type AccountParams,
  type AdapterSource,
  type BootParams,
  type CallParams,
  type CallResult,
  type Channel,
  type Frame,
  type FrameParams,
  type HeartbeatParams,
  type HelloParams,
  type HostFrame,
  type InvokedParams,
  type InvokeParams,
  type LogParams,
  type ModuleExport,
  type NestedRequest,
  type ProgressParams,
  type UsageParams,
  type WorkerFrame,
} from './wire/frame.js';
export { defaultLimits, type WireLimits } from './wire/limits.js';
export { callOps, workerFeatures, type CallOp, type WorkerFeature } from './wire/operation.js';
export { FrameTooLargeError } from './wire/to-line.js';
export { WireFile, type WireFileData, type WireFileFields } from './wire/wire-file.js';
export { UnknownWireValue, wireType, type WireTypeSource } from './wire/wire-type.js';
export type {
  AdmissionPolicy,
  AdmissionRequest,
  AdmissionState,
  AdmissionVerdict,
  BlockReason,
  RunningJob,
} from './admission/admission-policy.js';
export { createAdmission, type AdmissionOptions } from './admission/create-admission.js';
export type { MachineResources, Peaks, ResourceProbe } from './admission/resource-probe.js';
export { createGpuProbe, type GpuMemory, type GpuProbe } from './admission/gpu-probe.js';
export { createSystemProbe } from './admission/system-probe.js';
export { pickTool, type FindHostedTool, type HostedTool, type ToolPlace } from './bridge/hosted-tool.js';
export { ToolHostCapability } from './bridge/tool-host-capability.js';
export type { TravellingContext } from './bridge/tool-run.js';
export type { ToolLoss } from './bridge/tool-schema.js';
export { toolsFromCapability, type CapabilityToolsOptions, type ToolsSource } from './bridge/tools-from-capability.js';
export { createWorkerExecutePort, type WorkerExecuteOptions } from './bridge/worker-execute-port.js';
export { EventHub, type EventFilter } from './event/event-hub.js';
export { EventSubscription } from './event/event-subscription.js';
export { JournalWriter } from './event/journal-writer.js';
export {
  isTerminal,
  jobStatuses,
  type CancelPhase,
  type EventIds,
  type JobStatus,
  type WorkerEvent,
  type WorkerEventDraft,
  type WorkerEventFacts,
  type WorkerEventType,
  type WorkerState,
} from './event/worker-event.js';
export type { CapabilitySource } from './manager/capability-catalog.js';
export { CapabilityInstance } from './manager/capability-instance.js';
export { CapabilityManager } from './manager/capability-manager.js';
export type { CallFacts, CapabilityCallOptions, CapabilityRequest } from './manager/capability-request.js';
export type { InstanceDrift } from './manager/drift-check.js';
export type { Host, RemoteMachine } from './manager/host.js';
export type { InstanceInfo } from './manager/instance-info.js';
export type { LoadedInstance } from './manager/instance-loader.js';
export { defaultInstanceLimits, type InstanceLimits, type LoadOptions } from './manager/load-options.js';
export type { ManagerOptions, WorkerStores } from './manager/manager-options.js';
export type { FoundAdapter, FoundCapability, RuntimeSource, WorkerPlan } from './manager/worker-plan.js';
export { JobHandle } from './queue/job-handle.js';
export type { JobInfo, JobOptions, JobRequest } from './queue/job.js';
export { JobQueue, type QueueOptions } from './queue/job-queue.js';
export { defaultTimeouts, type CallTimeouts } from './supervisor/call-timeouts.js';
export { systemClock, type WorkerClock } from './supervisor/clock.js';
export { defaultHealthLimits, type HealthLimits } from './supervisor/health-watch.js';
export { createOomWatch, type OomWatch } from './supervisor/oom-evidence.js';
export { CrashBudget, defaultRestartPolicy, type RestartPolicy } from './supervisor/restart-policy.js';
export { endStaleGroups, type RunRecord, type StaleGroup } from './supervisor/run-file.js';
export {
  WorkerSupervisor,
  type EndReason,
  type SupervisorListener,
  type SupervisorOptions,
  type SupervisorState,
} from './supervisor/worker-supervisor.js';
