/** Variables that the host sets for every worker and nobody else may set. */
export const hostOwnedNames = Object.freeze([
  'HELVE_MODELS_DIR',
  'HELVE_CAPABILITY_DATA_DIR',
  'CJM_MODELS_DIR',
  'CJM_CAPABILITY_DATA_DIR',
  'CAPABILITY_DATA_DIR',
  'HELVE_WORKER_SESSION_ID',
  'HELVE_WIRE_FD',
  'HELVE_CONTROL_FD',
  'HELVE_LOG_LEVEL',
] as const);

export type HostOwnedName = (typeof hostOwnedNames)[number];

/** Variables by which Node opens its own channel to a child; another value would cut the wire. */
const runtimeNames = ['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'];

const reserved = new Set<string>([...hostOwnedNames, ...runtimeNames]);

/** True when only the host may set this variable, in any case: on some systems case does not count. */
export function isHostOwned(name: string): boolean {
  return reserved.has(name.toUpperCase());
}
