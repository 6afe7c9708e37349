import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { promisify } from 'node:util';
import type { MachineResources, ResourceProbe } from './resource-probe.js';

const run = promisify(execFile);
const KIB = 1024;

/** Measures with what the system offers; of graphics memory it knows nothing. */
export function createSystemProbe(): ResourceProbe {
  return {
    async tree(pid) {
      const rssBytes = process.platform === 'linux' ? await rssOnLinux(pid) : await rssByPs(pid);
      return { rssBytes, gpuBytes: 0 };
    },
    machine,
  };
}

async function machine(): Promise<MachineResources> {
  const text = process.platform === 'linux' ? await readFile('/proc/meminfo', 'utf8').catch(() => '') : '';
  const available = /^MemAvailable:\s+(\d+) kB$/m.exec(text)?.[1];
  return {
    ramTotalBytes: totalmem(),
    ramAvailableBytes: available === undefined ? freemem() : Number(available) * KIB,
  };
}

/** A process that ended meanwhile holds nothing. */
async function rssOnLinux(pid: number): Promise<number> {
  const [status, children] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''),
  ]);
  const own = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * KIB;
  const below = children
    .split(' ')
    .filter(Boolean)
    .map((child) => rssOnLinux(Number(child)));
  return (await Promise.all(below)).reduce((sum, rss) => sum + rss, own);
}

async function rssByPs(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']).catch(() => ({ stdout: '' }));
  const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const sizeOf = (root: number): number =>
    rows.reduce((sum, [id = 0, parent = 0, rss = 0]) => {
      if (id === root) return sum + rss * KIB;
      return parent === root ? sum + sizeOf(id) : sum;
    }, 0);
  return sizeOf(pid);
}
