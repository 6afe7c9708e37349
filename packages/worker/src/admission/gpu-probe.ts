import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Graphics memory in bytes: of the machine, and of each process that holds some. */
export interface GpuMemory {
  readonly totalBytes: number;
  readonly freeBytes: number;
  /** Names of the cards, in the order of the driver. */
  readonly cards: readonly string[];
  readonly byPid: ReadonlyMap<number, number>;
}

/** Reads graphics memory; returns undefined when none can be read. */
export type GpuProbe = () => Promise<GpuMemory | undefined>;

const run = promisify(execFile);
const MIB = 1024 * 1024;
/** Time for which a reading is reused, since each one starts a process. */
const FRESH_MS = 150;
const TIMEOUT_MS = 5000;

/**
 * Creates a probe that runs `nvidia-smi`, or a program with the same output. When there is no such program, the
 * machine has no measurable graphics memory, and it is not run again.
 */
export function createGpuProbe(program = 'nvidia-smi'): GpuProbe {
  let isAbsent = false;
  let last: { readonly atMs: number; readonly memory: Promise<GpuMemory | undefined> } | undefined;
  return () => {
    if (isAbsent) return Promise.resolve(undefined);
    if (last !== undefined && performance.now() - last.atMs < FRESH_MS) return last.memory;
    const memory = askProgram(program).catch((error: unknown) => {
      isAbsent ||= error instanceof Error && 'code' in error && error.code === 'ENOENT';
      return undefined;
    });
    last = { atMs: performance.now(), memory };
    return memory;
  };
}

async function askProgram(program: string): Promise<GpuMemory | undefined> {
  const [cards, processes] = await Promise.all([
    query(program, 'gpu', 'memory.total,memory.free'),
    query(program, 'compute-apps', 'pid,used_memory'),
  ]);
  if (cards.length === 0) return undefined;
  const byPid = new Map<number, number>();
  for (const [pid = 0, used = 0] of processes) byPid.set(pid, (byPid.get(pid) ?? 0) + used * MIB);
  const sum = (column: number) => cards.reduce((total, card) => total + (card[column] ?? 0) * MIB, 0);
  return { totalBytes: sum(0), freeBytes: sum(1), cards: cards.map((_, index) => String(index)), byPid };
}

/** Returns rows of integers; a missing figure counts as 0. */
async function query(program: string, what: 'gpu' | 'compute-apps', fields: string): Promise<number[][]> {
  const args = [`--query-${what}=${fields}`, '--format=csv,noheader,nounits'];
  const { stdout } = await run(program, args, { timeout: TIMEOUT_MS });
  const lines = stdout.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => line.split(',').map((cell) => Number.parseInt(cell, 10) || 0));
}
