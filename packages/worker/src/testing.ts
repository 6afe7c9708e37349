export { runCapabilityContract } from './testing/capability-contract.js';
export type { ConformanceSubject } from './testing/conformance/conformance-bench.js';
export { runConformance } from './testing/conformance/run-conformance.js';
export { configStoreSuite } from './testing/config-store-suite.js';
export { diagnosticsStoreSuite } from './testing/diagnostics-store-suite.js';
export { journalStoreSuite } from './testing/journal-store-suite.js';
export { measurementStoreSuite } from './testing/measurement-store-suite.js';
export type { OpenStore } from './testing/open-store.js';
export { secretStoreSuite } from './testing/secret-store-suite.js';
export type {
  ContractCapability,
  ContractObserver,
  ContractOptions,
  ContractRequest,
  ContractSource,
  ContractSubject,
} from './testing/contract-subject.js';
export { directSubject } from './testing/direct-subject.js';
