export {
  arbitraryBlock,
  arbitraryOverlays,
  arbitraryRange,
  arbitraryRuns,
  arbitraryText,
  arbitraryUnicode,
  type RunsOptions,
} from './testing/content-kit.js';
export { configFaults, type ConfigFault } from './testing/config-faults.js';
export { describeGates } from './testing/describe-gates.js';
export { describeRegistry, type RegistrySuiteOptions } from './testing/describe-registry.js';
export { gateVectors, localeVectors, type GateVector, type LocaleVector } from './testing/gate-vectors.js';
export { hardBlocks } from './testing/hard-blocks.js';
export { parallelVectors, type ParallelVector } from './testing/parallel-vectors.js';
export { recordReads, type RecordedConfig } from './testing/record-reads.js';
export { blockText, codeNames, runTool, type ToolRun, type ToolRunResult } from './testing/run-tool.js';
export { standInEntry, standInRegistry } from './testing/stand-in-tools.js';
export { toolMeta } from './testing/tool-meta.js';
export { blobStoreSuite, type OpenBlobStore } from './testing/blob-store-suite.js';
export { aStoredBlock, blockStoreSuite, type OpenBlockStore } from './testing/block-store-suite.js';
export { aJob, aWorker, type EngineBed, type OpenEngineBed } from './testing/engine/engine-bed.js';
export { engineSuite } from './testing/engine-suite.js';
export { fakeClock, type FakeClock } from './testing/fake-clock.js';
export { lineFormat, lineFormats } from './testing/line-format.js';
export {
  memoryDocument,
  MemoryOutput,
  partsOf,
  smallMeta,
  smallSchema,
  SmallTools,
  someTexts,
  waitAtRandom,
  type SmallTool,
} from './testing/run-kit.js';
