import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Memory of a container: its limit, and what of it cannot be given back. */
export interface ContainerMemory {
  readonly limitBytes: number;
  readonly usedBytes: number;
}

interface Layout {
  readonly limit: string;
  readonly used: string;
  /** Key in `memory.stat` of file pages that the kernel drops when memory is short. */
  readonly droppable: string;
}

const layouts: readonly Layout[] = [
  { limit: 'memory.max', used: 'memory.current', droppable: 'inactive_file' },
  {
    limit: 'memory/memory.limit_in_bytes',
    used: 'memory/memory.usage_in_bytes',
    droppable: 'total_inactive_file',
  },
];

/** Reads the limit that the control groups of Linux set for this process; undefined where there is none. */
export async function containerMemory(root = '/sys/fs/cgroup'): Promise<ContainerMemory | undefined> {
  for (const layout of layouts) {
    const limitBytes = await readBytes(join(root, layout.limit));
    // Version 1 writes a number near 2^63 for "no limit".
    if (limitBytes === undefined || limitBytes > Number.MAX_SAFE_INTEGER) continue;
    const used = (await readBytes(join(root, layout.used))) ?? 0;
    return { limitBytes, usedBytes: Math.max(0, used - (await droppable(root, layout))) };
  }
  return undefined;
}

async function droppable(root: string, { limit, droppable: key }: Layout): Promise<number> {
  const stat = await readFile(join(root, limit, '..', 'memory.stat'), 'utf8').catch(() => '');
  return Number(new RegExp(`^${key} (\\d+)$`, 'm').exec(stat)?.[1] ?? 0);
}

async function readBytes(file: string): Promise<number | undefined> {
  const text = (await readFile(file, 'utf8').catch(() => '')).trim();
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
