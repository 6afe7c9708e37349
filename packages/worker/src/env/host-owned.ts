/** Variables that the host sets for every worker and that nobody else may. */
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

/** Node opens its own channel to a child by these; a second value would cut the wire. */
const runtimeNames = ['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE'];

const reserved = new Set<string>([...hostOwnedNames, ...runtimeNames]);

/** Whether only the host may set this variable, however it is spelled: on some systems case does not count. */
export function isHostOwned(name: string): boolean {
  return reserved.has(name.toUpperCase());
}
