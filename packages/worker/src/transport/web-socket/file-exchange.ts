import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPlainObject } from '@helve/core';
import { BOOT, type Frame } from '../../wire/frame.js';
import { WIRE_KEY } from '../../wire/wire-type.js';
import { relayNotice, type FileRange, type RelayNotices } from './relay-notice.js';

/** Limits of files that cross a line. */
export interface FileLimits {
  /** Largest file. */
  readonly maxFileBytes: number;
  /** Longest piece of one message. */
  readonly pieceBytes: number;
}

export interface FileExchangeOptions extends FileLimits {
  readonly send: (text: string) => void;
  /** True where an offered file is removed as soon as the other side has read it. */
  readonly handsOver: boolean;
}

interface FileData {
  path?: string;
  readonly size: number;
  readonly sha256: string;
  readonly owner: string;
}

interface Ask {
  readonly resolve: (piece: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/** Pieces that are asked for before the first of them has come. */
const AHEAD = 4;

/**
 * Files cross a line by their content: a frame names size and hash, and its receiver asks for the pieces before the frame
 * goes on. No path of one machine is ever read or believed on the other.
 *
 *     offer(frame) ── {sha256, size} ──▶ deliver(frame): file/read ⇄ file/data, hash checked ─▶ a file of its own
 */
export class FileExchange {
  readonly #options: FileExchangeOptions;
  /** Folder of received files; made when the first one comes. */
  readonly #folder = join(tmpdir(), `helve-line-${randomUUID()}`);
  readonly #offers = new Map<string, { readonly path: string; readonly call: string }>();
  readonly #received = new Map<string, string[]>();
  readonly #asks = new Map<number, Ask>();
  /** Frames of a call that wait behind one of its files. */
  readonly #behind = new Map<string, Promise<void>>();
  readonly #stopped = new Set<string>();
  #count = 0;
  #closed = false;

  constructor(options: FileExchangeOptions) {
    this.#options = options;
  }

  /** Takes the paths out of a frame that is to be sent, and keeps them for the other side to ask; true if there were any. */
  offer(frame: Frame): boolean {
    const files = filesIn(frame);
    for (const data of files) {
      const { path, sha256 } = data;
      if (path !== undefined) this.#offers.set(sha256, { path, call: callOf(frame) });
      delete data.path;
    }
    return files.length > 0;
  }

  /** Delivers a received frame once its files are here; frames of one call keep their order. */
  deliver(frame: Frame, tagged: boolean, pass: () => void, fail: (error: Error) => void): void {
    const call = callOf(frame);
    const before = this.#behind.get(call);
    if (before === undefined && !(tagged && filesIn(frame).length > 0)) return pass();
    const work = (before ?? Promise.resolve())
      .then(() => this.#fetchAll(frame, call))
      .then(() => this.#closed || pass())
      .catch(fail)
      .then(() => {
        if (this.#behind.get(call) !== work) return;
        this.#behind.delete(call);
        this.#stopped.delete(call);
      });
    this.#behind.set(call, work);
  }

  /** Stops receiving the files of a call, which then fails; false where none is on its way. */
  stop(call: string): boolean {
    const isReceiving = this.#behind.has(call);
    if (isReceiving) this.#stopped.add(call);
    return isReceiving;
  }

  /** Ends what was offered for a call. */
  withdraw(call: string): void {
    for (const [sha256, one] of this.#offers) if (one.call === call) this.#offers.delete(sha256);
  }

  /** Removes the files that a call was given, but for those that it gave back. */
  discard(call: string): void {
    const paths = this.#received.get(call);
    if (paths === undefined) return;
    const offered = new Set([...this.#offers.values()].map(({ path }) => path));
    for (const path of paths) if (!offered.has(path)) void rm(path, { force: true });
    this.#received.delete(call);
  }

  /** Answers a request of the other side, or takes its answer. */
  onRead(range: FileRange): void {
    void this.#read(range).then(
      (piece) => this.#say('file/data', { ask: range.ask, data: piece.toString('base64') }),
      (error: Error) => this.#say('file/data', { ask: range.ask, problem: error.message }),
    );
  }

  onData({ ask, data, problem }: RelayNotices['file/data']): void {
    const waiting = this.#asks.get(ask);
    this.#asks.delete(ask);
    if (data === undefined) waiting?.reject(new Error(problem ?? 'it has gone'));
    else waiting?.resolve(Buffer.from(data, 'base64'));
  }

  onDone({ sha256 }: RelayNotices['file/done']): void {
    const offer = this.#offers.get(sha256);
    if (offer === undefined || !this.#options.handsOver) return;
    this.#offers.delete(sha256);
    void rm(offer.path, { force: true });
  }

  /** Ends the exchange; received files go with their folder. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#asks.values()) reject(new Error('the line has ended'));
    this.#asks.clear();
    this.#offers.clear();
    await rm(this.#folder, { recursive: true, force: true }).catch(() => undefined);
  }

  async #fetchAll(frame: Frame, call: string): Promise<void> {
    for (const data of filesIn(frame)) data.path = await this.#fetch(data, call);
  }

  async #fetch({ sha256, size }: FileData, call: string): Promise<string> {
    const { maxFileBytes, pieceBytes } = this.#options;
    if (!Number.isSafeInteger(size) || size < 0 || !/^[0-9a-f]{64}$/.test(sha256))
      throw refused('it has no size or hash');
    if (size > maxFileBytes) throw refused(`it has ${size} bytes, and at most ${maxFileBytes} are taken`);
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, `file-${++this.#count}`);
    this.#received.set(call, [...(this.#received.get(call) ?? []), path]);
    const file = await open(path, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      const ahead: Promise<Buffer>[] = [];
      for (let asked = 0, taken = 0; taken < size;) {
        for (; asked < size && ahead.length < AHEAD; asked += pieceBytes) {
          ahead.push(this.#ask(sha256, asked, Math.min(pieceBytes, size - asked)));
        }
        if (this.#stopped.has(call)) throw refused('its call was cancelled');
        const piece = (await ahead.shift()) ?? Buffer.alloc(0);
        if (piece.length !== Math.min(pieceBytes, size - taken)) throw refused('it has another size than was said');
        hash.update(piece);
        await file.write(piece, 0, piece.length, taken);
        taken += piece.length;
      }
      if (hash.digest('hex') !== sha256) throw refused('its content is not what was named');
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    this.#say('file/done', { sha256 });
    return path;
  }

  #ask(sha256: string, offset: number, length: number): Promise<Buffer> {
    const ask = ++this.#count;
    const piece = new Promise<Buffer>((resolve, reject) => {
      if (this.#closed) reject(new Error('the line has ended'));
      else this.#asks.set(ask, { resolve, reject });
    });
    // One that was asked ahead may fail before anybody waits for it.
    piece.catch(() => undefined);
    this.#say('file/read', { ask, sha256, offset, length });
    return piece;
  }

  async #read({ sha256, offset, length }: FileRange): Promise<Buffer> {
    const offer = this.#offers.get(sha256);
    if (offer === undefined) throw new Error('it was not offered');
    const file = await open(offer.path, 'r');
    try {
      const piece = Buffer.alloc(Math.min(length, this.#options.pieceBytes));
      const { bytesRead } = await file.read(piece, 0, piece.length, offset);
      return piece.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  #say<Method extends 'file/read' | 'file/data' | 'file/done'>(method: Method, params: RelayNotices[Method]): void {
    if (!this.#closed) this.#options.send(relayNotice(method, params));
  }
}

/** True when the text of a frame may name a file, however its sender writes JSON. */
export function mayNameFiles(text: string): boolean {
  return text.includes(WIRE_KEY);
}

/** The call that a frame belongs to. */
export function callOf(frame: Frame): string {
  if ('id' in frame) return frame.id;
  return 'id' in frame.params && typeof frame.params.id === 'string' ? frame.params.id : BOOT;
}

/** The data of all files that a frame names, at any depth. */
function filesIn(frame: Frame): readonly FileData[] {
  const files: FileData[] = [];
  const left: unknown[] = [frame];
  while (left.length > 0) {
    const value = left.pop();
    if (Array.isArray(value)) for (const item of value) left.push(item);
    else if (isPlainObject(value)) {
      const data = value['data'];
      if (value[WIRE_KEY] !== 'file') for (const item of Object.values(value)) left.push(item);
      else if (isPlainObject(data)) files.push(data as unknown as FileData);
    }
  }
  return files;
}

function refused(why: string): Error {
  return new Error(`Cannot receive a file: ${why}`);
}
