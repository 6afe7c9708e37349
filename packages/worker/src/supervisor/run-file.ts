import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endSession, hasSession, processesOf } from '../transport/child/end-session.js';
import { killGroup } from '../transport/child/kill-group.js';
import { processStart } from './process-start.js';

/** The record on disk of one running worker, for cleaning up after a dead host. */
export interface RunRecord {
  readonly session: string;
  readonly instanceId: string;
  readonly pid: number;
  readonly group: number;
  readonly startedAt: string;
  readonly hostPid: number;
  readonly hostStartedAt: string;
}

/** Records a worker; the file is removed with the worker. */
export async function writeRunFile(
  runDir: string,
  worker: Pick<RunRecord, 'session' | 'instanceId' | 'pid'>,
): Promise<() => Promise<void>> {
  const [startedAt, hostStartedAt] = await Promise.all([processStart(worker.pid), processStart(process.pid)]);
  const file = join(runDir, `worker-${worker.session}.json`);
  const record = { ...worker, group: worker.pid, startedAt, hostPid: process.pid, hostStartedAt };
  await mkdir(runDir, { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(record), { mode: 0o600 });
  return () => rm(file, { force: true });
}

/** A process group whose host is gone, and the action taken. */
export interface StaleGroup extends RunRecord {
  /** Its processes that ran when it was found. */
  readonly alive: readonly number[];
  readonly ended: boolean;
}

/**
 * Ends the process groups of workers whose host is gone. A pid may belong to another process by now: a group is ended
 * only if its leader has the recorded start time and session. With `dryRun` nothing is ended.
 */
export async function endStaleGroups(runDir: string, { dryRun = false } = {}): Promise<readonly StaleGroup[]> {
  const names = await readdir(runDir).catch(() => [] as string[]);
  const files = names.filter((name) => /^worker-.+\.json$/.test(name)).map((name) => join(runDir, name));
  const found = await Promise.all(files.map((file) => endIfStale(file, dryRun)));
  return found.filter((group) => group !== undefined);
}

async function endIfStale(file: string, dryRun: boolean): Promise<StaleGroup | undefined> {
  const record = await readRecord(file);
  if (record === undefined || (await isSame(record.hostPid, record.hostStartedAt))) return undefined;
  const leads = (await isSame(record.pid, record.startedAt)) && (await isOwn(record));
  const alive = [...new Set([...(leads ? [record.pid] : []), ...(await processesOf(record.session))])];
  if (dryRun) return { ...record, alive, ended: false };
  if (leads) killGroup(record.group, 'SIGKILL');
  await endSession(record.session);
  await rm(file, { force: true });
  return { ...record, alive, ended: leads };
}

async function isSame(pid: number, startedAt: string): Promise<boolean> {
  const start = await processStart(pid);
  return start !== '' && start === startedAt;
}

/** True when the environment of the process, where the system shows it, has the recorded session. */
async function isOwn({ pid, session }: RunRecord): Promise<boolean> {
  return process.platform !== 'linux' || hasSession(pid, session);
}

async function readRecord(file: string): Promise<RunRecord | undefined> {
  try {
    const record = JSON.parse(await readFile(file, 'utf8')) as Partial<RunRecord>;
    return typeof record.pid === 'number' && record.pid > 1 && typeof record.startedAt === 'string'
      ? (record as RunRecord)
      : undefined;
  } catch {
    // Half written, or gone by now: its host is alive.
    return undefined;
  }
}
