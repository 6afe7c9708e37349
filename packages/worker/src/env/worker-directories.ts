import { join } from 'node:path';
import type { TemplateValues } from './template-placeholders.js';

/** Directories for models and data of workers on this host; null when not configured. */
export interface WorkerDirectories {
  readonly modelsDir?: string | null;
  readonly dataDir?: string | null;
}

/** Returns the data directory of one capability. */
export function capabilityDataDir(directories: WorkerDirectories, capabilityName: string): string | null {
  const { dataDir = null } = directories;
  return dataDir === null ? null : join(dataDir, capabilityName);
}

/** Returns the values of a capability's template placeholders on this host. */
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
