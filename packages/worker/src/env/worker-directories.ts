import { join } from 'node:path';
import type { TemplateValues } from './template-placeholders.js';

/** Where workers keep models and data on this host; null where the operator has not said. */
export interface WorkerDirectories {
  readonly modelsDir?: string | null;
  readonly dataDir?: string | null;
}

/** The directory of one capability below the data directory of all. */
export function capabilityDataDir(directories: WorkerDirectories, capabilityName: string): string | null {
  const { dataDir = null } = directories;
  return dataDir === null ? null : join(dataDir, capabilityName);
}

/** What the placeholders of a capability's templates stand for on this host. */
export function workerTemplateValues(directories: WorkerDirectories, capabilityName: string): TemplateValues {
  const { modelsDir = null, dataDir = null } = directories;
  return {
    CAPABILITY_NAME: capabilityName,
    CAPABILITY_DATA_DIR: capabilityDataDir(directories, capabilityName),
    HELVE_MODELS_DIR: modelsDir,
    CJM_MODELS_DIR: modelsDir,
    HELVE_CAPABILITY_DATA_DIR: dataDir,
    CJM_CAPABILITY_DATA_DIR: dataDir,
  };
}
