import { randomBytes } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { partLine, partsHeader } from '../../content/part/part-stream.js';
import type { Part } from '../../contract/part.js';
import { frozenBlock } from '../../session/frozen-block.js';
import { stopped, type Batch, type BatchSink, type BatchSource } from './channel.js';
import { partSize } from './part-size.js';

/** Memory that all spools of a run share, and the folder for the rest. */
export interface SpoolBudget {
  readonly folder: string;
  free: number;
}

/** Estimated size of a part without its text: lists, names, annotations. */
const PART_BYTES = 1_200;

type Entry =
  | { readonly batch: Batch; readonly bytes: number }
  | { readonly offset: number; readonly length: number; readonly kept: Batch; readonly written: Promise<void> };

interface Taker {
  readonly resolve: (batch: Batch | undefined | Promise<Batch>) => void;
  readonly reject: (reason: unknown) => void;
}

/** A channel that never stops its producer: one that does not fit into memory waits in a temporary file, all of it. */
export class Spool implements BatchSource, BatchSink {
  readonly #room: SpoolBudget;
  readonly #path: string;
  #entries: Entry[] = [];
  #file: Promise<FileHandle> | undefined;
  #fileBytes = partsHeader.length;
  #last: Promise<void> = Promise.resolve();
  #end: { readonly error?: { readonly reason: unknown } } | undefined;
  #taker: Taker | undefined;
  #cancelled: { readonly reason: unknown } | undefined;

  constructor(room: SpoolBudget) {
    this.#room = room;
    this.#path = join(room.folder, `helve-${randomBytes(8).toString('hex')}.parts`);
  }

  put(batch: Batch): void | Promise<void> {
    if (this.#cancelled !== undefined) throw this.#cancelled.reason;
    if (batch.length === 0) return;
    const entry = this.#entryOf(batch);
    const taker = this.#taker;
    this.#taker = undefined;
    if (taker === undefined) this.#entries.push(entry);
    else taker.resolve(this.#open(entry));
    return 'written' in entry ? entry.written : undefined;
  }

  take(): Batch | undefined | Promise<Batch | undefined> {
    if (this.#cancelled !== undefined) throw this.#cancelled.reason;
    const entry = this.#entries.shift();
    if (entry !== undefined) return this.#open(entry);
    if (this.#end === undefined) return new Promise((resolve, reject) => (this.#taker = { resolve, reject }));
    if (this.#end.error !== undefined) throw this.#end.error.reason;
    return undefined;
  }

  close(): void {
    this.#finish({});
  }

  fail(reason: unknown): void {
    this.#finish({ error: { reason } });
  }

  cancel(): void {
    this.abort(stopped);
  }

  abort(reason: unknown): void {
    if (this.#cancelled !== undefined) return;
    this.#cancelled = { reason };
    for (const entry of this.#entries.splice(0)) if ('batch' in entry) this.#room.free += entry.bytes;
    this.#taker?.reject(reason);
    this.#taker = undefined;
  }

  /** Takes the temporary file away. */
  async dispose(): Promise<void> {
    this.abort(stopped);
    if (this.#file === undefined) return;
    await this.#last.catch(() => undefined);
    const file = await this.#file.catch(() => undefined);
    await file?.close();
    await rm(this.#path, { force: true });
  }

  /** A stream that has a file anyway needs no memory: with the first batch that does not fit, all are spilled. */
  #entryOf(batch: Batch): Entry {
    const bytes = estimateBytes(batch);
    const last = this.#entries.at(-1);
    if (last !== undefined && !('batch' in last)) return this.#spill(batch);
    if (bytes > this.#room.free) {
      this.#entries = this.#entries.map((entry) => this.#spilled(entry));
      return this.#spill(batch);
    }
    this.#room.free -= bytes;
    return { batch, bytes };
  }

  #spilled(entry: Entry): Entry {
    if (!('batch' in entry)) return entry;
    this.#room.free += entry.bytes;
    return this.#spill(entry.batch);
  }

  #finish(end: { readonly error?: { readonly reason: unknown } }): void {
    if (this.#end !== undefined) return;
    this.#end = end;
    const taker = this.#taker;
    this.#taker = undefined;
    if (end.error === undefined) taker?.resolve(undefined);
    else taker?.reject(end.error.reason);
  }

  #spill(batch: Batch): Entry {
    // A document that was not opened yet cannot be written down.
    const inMemory = batch.filter(({ kind }) => kind === 'raw-document');
    const text = Buffer.from(batch.map(partLine).join(''));
    const offset = this.#fileBytes;
    this.#fileBytes += text.length;
    const written = this.#last.then(() => this.#write(text, offset));
    this.#last = written;
    written.catch(() => undefined);
    return { offset, length: text.length, kept: inMemory, written };
  }

  async #write(text: Buffer, offset: number): Promise<void> {
    this.#file ??= open(this.#path, 'wx+', 0o600);
    const file = await this.#file;
    if (offset === partsHeader.length) await file.write(partsHeader, 0);
    await file.write(text, 0, text.length, offset);
  }

  #open(entry: Entry): Batch | Promise<Batch> {
    if (!('batch' in entry)) return this.#load(entry);
    this.#room.free += entry.bytes;
    return entry.batch;
  }

  async #load({ offset, length, kept, written }: Exclude<Entry, { batch: Batch }>): Promise<Batch> {
    await written;
    const file = await this.#file;
    if (file === undefined) throw stopped;
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, offset);
    const raw = kept.values();
    return buffer
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => {
        const part = partFrom(line);
        return part.kind === 'raw-document' ? (raw.next().value ?? part) : part;
      });
  }
}

function partFrom(line: string): Part {
  // The line was written by this process a moment ago.
  const part = JSON.parse(line) as Part;
  if (part.kind === 'block') frozenBlock(part.block);
  return part;
}

function estimateBytes(batch: Batch): number {
  let bytes = 0;
  for (const part of batch) bytes += PART_BYTES + 2 * partSize(part);
  return bytes;
}
