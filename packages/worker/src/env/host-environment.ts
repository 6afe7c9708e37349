import { capabilityDataDir } from './worker-directories.js';
import type { WorkerEnvInput } from './worker-env-input.js';
import type { HostOwnedName } from './host-owned.js';

/** Variables of the host's environment that every worker may see. */
const allowed = ['PATH', 'HOME', 'USER', 'TMPDIR', 'TEMP', 'LANG', 'TZ', 'SystemRoot', 'ComSpec', 'PATHEXT'];
const allowedPattern = new RegExp(`^(?:${allowed.join('|')}|LC_\\w+)$`);
const allowedAnyCase = new RegExp(allowedPattern.source, 'i');

/** Returns the host's variables that every worker sees. */
export function allowedVariables(input: WorkerEnvInput): Map<string, string> {
  const pattern = input.platform === 'win32' ? allowedAnyCase : allowedPattern;
  return presentEntries(Object.entries(input.hostEnv).filter(([name]) => pattern.test(name)));
}

/** Returns the host's variables that this worker may see in addition. */
export function inheritedVariables({ hostEnv, inheritEnv = [], platform }: WorkerEnvInput): Map<string, string> {
  if (platform !== 'win32') return presentEntries(inheritEnv.map((name) => [name, hostEnv[name]]));
  const wanted = new Set(inheritEnv.map((name) => name.toUpperCase()));
  return presentEntries(Object.entries(hostEnv).filter(([name]) => wanted.has(name.toUpperCase())));
}

/** Returns the variables that the host itself sets and nothing overrides. */
export function hostOwnedVariables(input: WorkerEnvInput): Map<string, string> {
  const { modelsDir, dataDir, sessionId, wireFd, controlFd, logLevel } = input;
  const owned: { readonly [Name in HostOwnedName]: string | number | null | undefined } = {
    HELVE_MODELS_DIR: modelsDir,
    CJM_MODELS_DIR: modelsDir,
    HELVE_CAPABILITY_DATA_DIR: dataDir,
    CJM_CAPABILITY_DATA_DIR: dataDir,
    CAPABILITY_DATA_DIR: capabilityDataDir(input, input.capabilityName),
    HELVE_WORKER_SESSION_ID: sessionId,
    HELVE_WIRE_FD: wireFd,
    HELVE_CONTROL_FD: controlFd,
    HELVE_LOG_LEVEL: logLevel,
  };
  return presentEntries(Object.entries(owned));
}

function presentEntries(
  entries: readonly (readonly [string, string | number | null | undefined])[],
): Map<string, string> {
  return new Map(
    entries.flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)] as const])),
  );
}
