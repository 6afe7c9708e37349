import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/** One thing to measure; `sample` does the work once and gives its cost in `unit`. */
export interface Contender {
  readonly name: string;
  readonly sample: () => number | Promise<number>;
  /** Promise: a cost, a ratio against the floor, or both. */
  readonly target?: { readonly atMost?: number; readonly timesFloor?: number };
}

export interface Measured {
  readonly name: string;
  readonly median: number;
  readonly raw: readonly number[];
  readonly timesFloor: number;
  readonly promise: string;
  readonly ok: boolean;
}

export interface MeasureOptions {
  readonly samples?: number;
  /** The contender that the others are compared with; the first one unless told. */
  readonly floor?: string;
}

/** Takes the samples in turns, and each round in the other direction, so that a warm or a busy machine favours nobody. */
export async function measure(contenders: readonly Contender[], options: MeasureOptions = {}): Promise<Measured[]> {
  const rounds = options.samples ?? 9;
  const raw = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, sample } of round % 2 === 0 ? contenders : [...contenders].reverse()) {
      const own = raw.get(name);
      // What took longer than a sample may take once will do so again.
      own?.push(own.at(-1) === Infinity ? Infinity : await sample());
    }
  }
  const floor = medianOf(raw.get(options.floor ?? contenders[0]?.name ?? '') ?? []);
  return contenders.map((contender) => judge(contender, raw.get(contender.name) ?? [], floor));
}

function judge({ name, target = {} }: Contender, raw: readonly number[], floor: number): Measured {
  const median = medianOf(raw);
  const timesFloor = median / floor;
  const { atMost, timesFloor: most } = target;
  const promise = [atMost === undefined ? '' : `≤ ${show(atMost)}`, most === undefined ? '' : `≤ ${show(most)}×`];
  const ok = median <= (atMost ?? Infinity) && timesFloor <= (most ?? Infinity);
  return { name, median, raw, timesFloor, promise: promise.filter(Boolean).join(', '), ok };
}

/** Prints the medians as a table, the raw values under it, and answers whether every promise was kept. */
export function report(title: string, unit: string, rows: readonly Measured[]): boolean {
  const table = rows.map((row) => [
    row.name,
    `${show(row.median)} ${unit}`,
    `${show(row.timesFloor)}×`,
    row.promise,
    row.promise === '' ? '' : row.ok ? 'ok' : 'miss',
  ]);
  const cells = [['', 'median', 'floor', 'target', ''], ...table];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0))) ?? [];
  console.log(`\n${title}`);
  for (const line of cells)
    console.log(`  ${line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd());
  for (const { name, raw } of rows) console.log(`  raw ${name}: ${raw.map(show).join(' ')}`);
  return rows.every(({ ok }) => ok);
}

/** A sample: milliseconds that a fresh Node takes for these arguments, from start to end. */
export function freshProcess(args: readonly string[]): () => number {
  return () => {
    const began = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const took = performance.now() - began;
    if (status !== 0) throw new Error(`Cannot measure "node ${args.join(' ')}": exit code ${status}\n${stderr}`);
    return took;
  };
}

/** Time after which a fresh process is stopped, so that every bench ends; its sample is infinite. */
const SAMPLE_MS = 5 * 60_000;

/** A sample: the number that a fresh Node prints when it runs a script, this one unless told, with these arguments. */
export function freshSample(args: readonly string[], script: string = process.argv[1] ?? ''): () => number {
  return () => {
    const options = { encoding: 'utf8', timeout: SAMPLE_MS, killSignal: 'SIGKILL' } as const;
    const { status, stdout, stderr, error } = spawnSync(process.execPath, [script, ...args], options);
    if (error !== undefined && 'code' in error && error.code === 'ETIMEDOUT') return Infinity;
    if (status !== 0) throw new Error(`Cannot measure "${args.join(' ')}": exit code ${status}\n${stderr}`);
    return Number(stdout);
  };
}

const WARM_UPS = 2;
const ROUNDS = 7;

/**
 * A sample: microseconds per call, the median of several rounds of so many calls in this process. The first rounds are
 * not counted: in them the compiler still works, more for long code than for short.
 */
export function perCall(calls: number, work: () => unknown): () => Promise<number> {
  const round = async () => {
    const began = performance.now();
    for (let call = 0; call < calls; call += 1) {
      const result = work();
      // A synchronous answer costs no await.
      if (result instanceof Promise) await result;
    }
    return ((performance.now() - began) * 1_000) / calls;
  };
  return async () => {
    for (let count = 0; count < WARM_UPS; count += 1) await round();
    const rounds: number[] = [];
    while (rounds.length < ROUNDS) rounds.push(await round());
    return medianOf(rounds);
  };
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = NaN, high = NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

function show(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}
