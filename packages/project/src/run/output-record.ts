import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { isPlainObject } from '@helve/core';
import { withFileLock } from '../file/with-file-lock.js';
import { writeFileAtomic } from '../file/write-file-atomic.js';

/** Marks what an output was made of: digests of the plan and of everything that it read. */
export interface RunMark {
  readonly plan: string;
  readonly input: string;
}

/** Facts about the run that made an output. */
export interface OutputOrigin extends Partial<RunMark> {
  /** The file whose texts the run kept in it, and which no run has made alone: maybe the output itself. */
  readonly kept?: string;
}

/** An output as a run has left it. */
export interface RecordedOutput extends OutputOrigin {
  /** SHA-256 of its bytes. */
  readonly sha256: string;
}

/** The outputs that earlier runs of a project have written, by path: a file that nobody has changed since may be replaced, unless texts of others are kept in it. */
export interface OutputRecord {
  /** The entry of a file, unless it has changed since. */
  find(path: string): Promise<RecordedOutput | undefined>;
  /** Remembers files as they are now. */
  add(outputs: ReadonlyMap<string, OutputOrigin>): Promise<void>;
}

/** Opens the record of a project, which is kept in `.helve/outputs.json`. */
export function openOutputRecord(folder: string): OutputRecord {
  const file = join(folder, '.helve', 'outputs.json');
  const keyOf = (path: string) => relative(folder, path).replaceAll(sep, '/');
  let known: Promise<Readonly<Record<string, RecordedOutput>>> | undefined;
  return {
    async find(path) {
      const entry = (await (known ??= readRecord(file)))[keyOf(path)];
      if (entry === undefined || entry.sha256 !== (await hashFile(path))) return undefined;
      return entry.kept === undefined ? entry : { ...entry, kept: resolve(folder, entry.kept) };
    },
    async add(outputs) {
      if (outputs.size === 0) return;
      const added = new Map<string, RecordedOutput>();
      for (const [path, { kept, ...mark }] of outputs) {
        const sha256 = await hashFile(path);
        if (sha256 === undefined) continue;
        added.set(keyOf(path), { sha256, ...mark, ...(kept === undefined ? {} : { kept: keyOf(kept) }) });
      }
      await mkdir(join(folder, '.helve'), { recursive: true, mode: 0o700 });
      await withFileLock(file, async () => {
        const all = { ...(await readRecord(file)), ...Object.fromEntries(added) };
        await writeFileAtomic(file, `${JSON.stringify({ schema: 'helve.outputs/v1', outputs: all })}\n`, true);
      });
      known = undefined;
    },
  };
}

/** Reads the record; one that is missing or damaged knows nothing, so that nothing is replaced on its word. */
async function readRecord(file: string): Promise<Readonly<Record<string, RecordedOutput>>> {
  const text = await readFile(file, 'utf8').catch(() => '{}');
  try {
    const value: unknown = JSON.parse(text);
    const outputs = isPlainObject(value) && isPlainObject(value['outputs']) ? value['outputs'] : {};
    return Object.fromEntries(
      Object.entries(outputs).filter((entry): entry is [string, RecordedOutput] => isEntry(entry[1])),
    );
  } catch {
    return {};
  }
}

function isEntry(value: unknown): value is RecordedOutput {
  return isPlainObject(value) && typeof value['sha256'] === 'string';
}

/** SHA-256 of a file; undefined where there is none that can be read. */
export async function hashFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
