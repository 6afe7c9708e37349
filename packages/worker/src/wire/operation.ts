/** Operations of a worker. */
export const callOps = [
  'initialize',
  'prefetch',
  'reconfigure',
  'cleanup',
  'onDisable',
  'onEnable',
  'getConfigSchema',
  'getCurrentConfig',
  'getConfigOptions',
  'structuralSurface',
  'declarations',
  'stats',
  'execute',
  'executeStream',
  'action',
  'actionStream',
  'task',
  'taskStream',
] as const;

export type CallOp = (typeof callOps)[number];

/** Optional features of a worker, beyond the five required members. */
export const workerFeatures = [
  'prefetch',
  'reconfigure',
  'cleanup',
  'signals',
  'options',
  'surface',
  'declarations',
  'stream',
  'stats',
  'control',
  'heartbeat',
] as const;

export type WorkerFeature = (typeof workerFeatures)[number];

/** The feature that an operation needs; every worker has the operations that are not listed. */
export const featuresByOperation: Readonly<Partial<Record<CallOp, WorkerFeature>>> = Object.freeze({
  prefetch: 'prefetch',
  reconfigure: 'reconfigure',
  cleanup: 'cleanup',
  onDisable: 'signals',
  onEnable: 'signals',
  getConfigOptions: 'options',
  structuralSurface: 'surface',
  declarations: 'declarations',
  stats: 'stats',
  executeStream: 'stream',
  actionStream: 'stream',
  taskStream: 'stream',
});

/** Operations that are a call of a user; the others belong to the life of the worker. */
const taskOps: ReadonlySet<CallOp> = new Set([
  'execute',
  'executeStream',
  'action',
  'actionStream',
  'task',
  'taskStream',
]);

export function isTaskOp(op: CallOp): boolean {
  return taskOps.has(op);
}

export function isStreamOp(op: CallOp): boolean {
  return op === 'executeStream' || op === 'actionStream' || op === 'taskStream';
}
