import { readFile } from 'node:fs/promises';

/** Looks for evidence that the system killed a process because memory ran out. */
export interface OomWatch {
  /** Resolves to the evidence; undefined without any. */
  evidence(lastRssBytes: number): Promise<string | undefined>;
}

const NEAR = 0.9;

/** Creates a watch on the counter and limit of the control group of this host and its workers. */
export function createOomWatch(directory = '/sys/fs/cgroup'): OomWatch {
  let known = readCounter(directory);
  return {
    async evidence(lastRssBytes) {
      const before = await known;
      known = readCounter(directory);
      const after = await known;
      if (before !== undefined && after !== undefined && after > before)
        return `oom_kill rose from ${before} to ${after}`;
      const limit = await readLimit(directory);
      const near = limit !== undefined && lastRssBytes >= NEAR * limit;
      return near ? `its last size was ${lastRssBytes} of ${limit} bytes` : undefined;
    },
  };
}

async function readCounter(directory: string): Promise<number | undefined> {
  const text = await readFile(`${directory}/memory.events`, 'utf8').catch(() => '');
  const count = /^oom_kill (\d+)$/m.exec(text)?.[1];
  return count === undefined ? undefined : Number(count);
}

async function readLimit(directory: string): Promise<number | undefined> {
  const limit = Number(await readFile(`${directory}/memory.max`, 'utf8').catch(() => 'max'));
  return Number.isFinite(limit) ? limit : undefined;
}
