import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { promisify } from 'node:util';
import { containerMemory } from './container-memory.js';
import { createGpuProbe, type GpuProbe } from './gpu-probe.js';
import type { MachineResources, ResourceProbe } from './resource-probe.js';

const run = promisify(execFile);
const KIB = 1024;

/** Creates a probe of this machine: memory always, graphics memory where a driver reports it. */
export function createSystemProbe(gpu: GpuProbe = createGpuProbe()): ResourceProbe {
  return {
    async tree(pid) {
      const [tree, cards] = await Promise.all([process.platform === 'linux' ? treeOnLinux(pid) : treeByPs(pid), gpu()]);
      const gpuBytes = tree.pids.reduce((sum, one) => sum + (cards?.byPid.get(one) ?? 0), 0);
      return { rssBytes: tree.rssBytes, gpuBytes };
    },
    async machine() {
      const [memory, cards] = await Promise.all([machineMemory(), gpu()]);
      if (cards === undefined) return memory;
      return { ...memory, gpuTotalBytes: cards.totalBytes, gpuFreeBytes: cards.freeBytes };
    },
    cards: async () => (await gpu())?.cards ?? [],
  };
}

async function machineMemory(): Promise<MachineResources> {
  const text = process.platform === 'linux' ? await readFile('/proc/meminfo', 'utf8').catch(() => '') : '';
  const available = /^MemAvailable:\s+(\d+) kB$/m.exec(text)?.[1];
  const machine = {
    ramTotalBytes: totalmem(),
    ramAvailableBytes: available === undefined ? freemem() : Number(available) * KIB,
  };
  const container = process.platform === 'linux' ? await containerMemory() : undefined;
  if (container === undefined) return machine;
  return {
    ramTotalBytes: Math.min(machine.ramTotalBytes, container.limitBytes),
    ramAvailableBytes: Math.min(machine.ramAvailableBytes, Math.max(0, container.limitBytes - container.usedBytes)),
  };
}

/** A process and all of its descendants. */
interface ProcessTree {
  readonly rssBytes: number;
  readonly pids: readonly number[];
}

/** Reads `/proc`; a process that ended meanwhile counts as 0. */
async function treeOnLinux(pid: number): Promise<ProcessTree> {
  const [status, children] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''),
  ]);
  const own = { rssBytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * KIB, pids: [pid] };
  const below = children
    .split(' ')
    .filter(Boolean)
    .map((child) => treeOnLinux(Number(child)));
  return joined([own, ...(await Promise.all(below))]);
}

async function treeByPs(pid: number): Promise<ProcessTree> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']).catch(() => ({ stdout: '' }));
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const readTree = (root: number): ProcessTree =>
    joined(
      rows.flatMap(([id = 0, parent = 0, rss = 0]) => {
        if (id === root) return [{ rssBytes: rss * KIB, pids: [id] }];
        return parent === root ? [readTree(id)] : [];
      }),
    );
  return readTree(pid);
}

function joined(trees: readonly ProcessTree[]): ProcessTree {
  return {
    rssBytes: trees.reduce((sum, { rssBytes }) => sum + rssBytes, 0),
    pids: trees.flatMap(({ pids }) => pids),
  };
}
