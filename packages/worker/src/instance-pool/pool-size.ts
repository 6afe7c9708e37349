import { CapabilityInputError } from '../error/input-errors.js';

/** Number of workers of an instance: always at least `min`, and more when calls wait. */
export interface PoolSize {
  readonly min: number;
  readonly max: number;
}

/** Share of the machine that each worker of an instance takes. */
export interface WorkerResources {
  /** Number of graphics cards that only this worker sees. */
  readonly gpus?: number;
  /** Memory that is set aside before a job begins: bytes, or a text such as `1.5 GB`. */
  readonly memory?: number | string;
}

/** Options of a load that decide about the workers of an instance. */
export interface PoolOptions {
  /** Number of workers, or its bounds. Default: one. */
  readonly instances?: number | Partial<PoolSize>;
  /** Time after which an idle worker ends. Default: five minutes for workers above `min`; the others stay. */
  readonly idleUnloadMs?: number;
  readonly resources?: WorkerResources;
}

const units: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
};
const IDLE_MS = 300_000;

/** Returns the bounds of a pool; a worker that may end when idle may be the last one. */
export function poolSize({ instances, idleUnloadMs }: PoolOptions): PoolSize {
  if (typeof instances === 'number') return { min: instances, max: instances };
  const { min = idleUnloadMs === undefined ? 1 : 0, max = Math.max(1, min) } = instances ?? {};
  return { min, max };
}

/** Returns the time after which a worker above the minimum ends. */
export function idleTime({ idleUnloadMs = IDLE_MS }: PoolOptions): number {
  return idleUnloadMs;
}

/** Reads an amount of memory; undefined for a text that is none. */
function readMemory(memory: number | string): number | undefined {
  if (typeof memory === 'number') return Number.isFinite(memory) && memory > 0 ? memory : undefined;
  const [, amount = '', unit = 'b'] = /^\s*(\d+(?:\.\d+)?)\s*([kmg]?i?b)?\s*$/i.exec(memory) ?? [];
  const factor = units[unit.toLowerCase()];
  return amount === '' || factor === undefined ? undefined : Math.round(Number(amount) * factor);
}

/** Returns the memory that is declared for each worker. */
export function declaredMemory({ resources }: PoolOptions): number {
  return resources?.memory === undefined ? 0 : (readMemory(resources.memory) ?? 0);
}

/** Throws for bounds that cannot be. */
export function assertPool(options: PoolOptions): void {
  const { idleUnloadMs, resources = {} } = options;
  const { min, max } = poolSize(options);
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
  if (!isCount(min) || !isCount(max) || max < 1 || max < min) {
    throw invalid('instances', 'it is a whole number from 1, or { min, max } with min up to max');
  }
  if (idleUnloadMs !== undefined && !(idleUnloadMs > 0)) throw invalid('idleUnloadMs', 'it is a time above 0');
  if (resources.gpus !== undefined && !isCount(resources.gpus)) throw invalid('resources.gpus', 'it is a whole number');
  if (resources.memory !== undefined && readMemory(resources.memory) === undefined) {
    throw invalid('resources.memory', 'it is a number of bytes, or a text such as "1.5 GB"');
  }
}

function invalid(option: string, problem: string): CapabilityInputError {
  return new CapabilityInputError(`Cannot load: option "${option}" is wrong: ${problem}`, { fieldsInvalid: [option] });
}
