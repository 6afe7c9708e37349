export { addCapability } from './worker/add-capability.js';
export { checkUnit } from './worker/check-unit.js';
export { checkWorkers } from './worker/check-workers.js';
export { knownCapability, knownCapabilityLocation } from './worker/find-capability.js';
export { findUnit, moduleName, type CapabilityUnit } from './worker/find-unit.js';
export { createHostRequest } from './worker/host/create-host-request.js';
export type {
  HostRequest,
  WorkerCallRequest,
  WorkerConfigReply,
  HostEvent,
  HostListener,
} from './worker/host/host-verbs.js';
export { openHostServer } from './worker/host/open-host-server.js';
export { reachHost } from './worker/host/reach-host.js';
export { inspectModule } from './worker/inspect-module.js';
export { openWorkerHost, type WorkerHost, type WorkerHostOptions } from './worker/open-worker-host.js';
export { serveCapabilities, type ServeCapabilitiesRequest } from './worker/serve-capabilities.js';
export { capabilitySettings, type CapabilitySetting } from './worker/capability-settings.js';
export { toPrintable } from './worker/to-printable.js';
export type { WorkerFinding } from './worker/worker-finding.js';
export { findWorkerLocation, type WorkerLocation } from './worker/worker-location.js';
export { writeUnit } from './worker/write-unit.js';
