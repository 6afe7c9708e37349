export type { AdapterVerdict } from './adapter/adapter-verdict.js';
export type {
  AdmissionPolicy,
  AdmissionRequest,
  AdmissionState,
  AdmissionVerdict,
} from './admission/admission-policy.js';
export { createAdmission, type AdmissionOptions } from './admission/create-admission.js';
export type { MachineResources, Peaks, ResourceProbe } from './admission/resource-probe.js';
export { pickTool, type FindHostedTool, type HostedTool, type ToolLocation } from './bridge/hosted-tool.js';
export { ToolHostCapability } from './bridge/tool-host-capability.js';
export { toPlainData } from './bridge/to-plain-data.js';
export { toolsFromCapability, type CapabilityToolsOptions, type ToolsSource } from './bridge/tools-from-capability.js';
export { createWorkerExecutePort, type WorkerExecuteOptions } from './bridge/worker-execute-port.js';
export { mergeConfigOptions, type MergedConfigOptions } from './capability/merge-config-options.js';
export { checkTriggers } from './capability/reload-trigger.js';
export { checkWorkerEnv, toEnvVarSpecs } from './env/check-worker-env.js';
export { composeWorkerEnv, type ComposedWorkerEnv } from './env/compose-worker-env.js';
export { overrideProblem } from './env/refused-settings.js';
export { resolveWorkerEnv } from './env/resolve-worker-env.js';
export type { WorkerDirectories } from './env/worker-directories.js';
export type { ResolvedEnvVar, ResolvedWorkerEnv, WorkerEnvInput } from './env/worker-env-input.js';
export { fromWorkerError } from './error/from-worker-error.js';
export { fromWireError, toWireError, type WireError } from './error/wire-error.js';
export { workerErrors } from './error/worker-errors.js';
export type { EventFilter } from './event/event-hub.js';
export type { EventSubscription } from './event/event-subscription.js';
export type { JobStatus, WorkerEvent, WorkerEventType, WorkerState } from './event/worker-event.js';
export type { CapabilitySource } from './manager/capability-catalog.js';
export type { CapabilityInstance } from './manager/capability-instance.js';
export { checkRequest } from './bridge/check-request.js';
export { inToolContext, streamingInContext } from './bridge/call-in-context.js';
export { CapabilityManager } from './manager/capability-manager.js';
export type { CallFacts, CapabilityCallOptions, CapabilityRequest } from './manager/capability-request.js';
export { liveFacts } from './manager/drift-check.js';
export type { EnvironmentSource, ModuleSource, RemoteMachine, RemoteMachines } from './manager/host.js';
export type { InstanceInfo, WorkerInfo } from './manager/instance-info.js';
export type { LoadedInstance } from './manager/instance-loader.js';
export { defaultInstanceLimits, type InstanceLimits, type LoadOptions } from './manager/load-options.js';
export { poolSize, type PoolOptions, type PoolSize, type WorkerResources } from './instance-pool/pool-size.js';
export type { ManagerOptions, WorkerStores } from './manager/manager-options.js';
export type { CapabilityFile, RuntimeSource } from './manager/worker-plan.js';
export { checkManifest } from './manifest/check-manifest.js';
export { discoverManifests, type DiscoveryReport } from './manifest/discover-manifests.js';
export {
  compareFacts,
  driftedKinds,
  driftNames,
  isDrifted,
  manifestFacts,
  type DriftKind,
  type InstanceDrift,
} from './manifest/drift-facts.js';
export { effectiveManifest, platformProblem, refreshedManifest } from './manifest/effective-manifest.js';
export {
  findCapability,
  createManifest,
  introspectAdapter,
  introspectCapability,
  isCapabilityClass,
  type IntrospectOptions,
  type CapabilityFacts,
} from './manifest/introspect.js';
export {
  ADAPTER_FORMAT,
  CAPABILITY_FORMAT,
  type AdapterManifest,
  type CapabilityEnvironment,
  type CapabilityManifest,
  type Manifest,
  type PythonEnvironment,
  hasModule,
} from './manifest/manifest.js';
export { readManifest, toManifest, writeManifest } from './manifest/read-manifest.js';
export { introspectMcpServer, type IntrospectMcpOptions } from './mcp/introspect-mcp-server.js';
export { MCP_DEFINITIONS, MCP_READ, McpStdioCapability } from './mcp/mcp-stdio-capability.js';
export type { ConfigStore, InstanceRecord } from './port/config-store.js';
export {
  diagnosticLevels,
  type DiagnosticFilter,
  type DiagnosticLevel,
  type DiagnosticLine,
  type DiagnosticRetention,
  type DiagnosticsStore,
  type StoredDiagnosticLine,
} from './port/diagnostics-store.js';
export type {
  JournalEntry,
  JournalFilter,
  JournalKind,
  JournalStore,
  StoredJournalEntry,
} from './port/journal-store.js';
export type { Measurement, MeasurementSample, MeasurementStore } from './port/measurement-store.js';
export type { SecretStore } from './port/secret-store.js';
export type { ProxyObserver, ProxyState } from './proxy/proxy-observer.js';
export { findPython, pythonCommand } from './python/python-command.js';
export { RemoteCapabilityProxy } from './proxy/remote-capability-proxy.js';
export type { RemoteOptions, RemoteRequest } from './proxy/remote-request.js';
export type { WorkerSpec } from './proxy/worker-spec.js';
export type { JobHandle } from './queue/job-handle.js';
export { JobQueue, type QueueOptions } from './queue/job-queue.js';
export type { JobLedger, LedgerEntry, LedgerRequest } from './port/job-ledger.js';
export type { JobInfo, JobOptions, JobRequest } from './queue/job.js';
export { secretWarning } from './secret/check-secret.js';
export { FileSecretStore } from './secret/file-secret-store.js';
export { defaultTimeouts, type CallTimeouts } from './supervisor/call-timeouts.js';
export { defaultHealthLimits, type HealthLimits } from './supervisor/health-watch.js';
export { defaultRestartPolicy, type RestartPolicy } from './supervisor/restart-policy.js';
export { endStaleGroups } from './supervisor/run-file.js';
export { WorkerSupervisor, type SupervisorOptions, type SupervisorState } from './supervisor/worker-supervisor.js';
export { diffSchemas, type Drift, type RecordDiff } from './surface/drift.js';
export type { TransportSpec } from './transport/create-transport.js';
export {
  serveWorkers,
  type ServedCapability,
  type ServeWorkersOptions,
  type WorkerListener,
} from './transport/web-socket/serve-workers.js';
export { isLoopback } from './transport/web-socket/open-socket.js';
export type { ServedWorker } from './transport/web-socket/worker-relay.js';
export { decodeValue } from './wire/decode-value.js';
export { encodeValue } from './wire/encode-value.js';
export type { WireLimits } from './wire/limits.js';
