import { readFile } from 'node:fs/promises';
import { findLostValue } from '@helve/core';
import { CapabilityFatalError } from '../error/fatal-errors.js';
import { WireFile } from '../wire/wire-file.js';

/** Largest file whose content a caller gets. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** A file as a caller gets it: its content, and never a path of this machine. */
interface FileContent {
  readonly size: number;
  readonly sha256: string;
  base64: string;
}

/**
 * The result of a capability as callers get it, which is data that JSON can hold: a set and a map are lists, bytes are
 * base64, a date and a big integer are texts, and a file is its content. Anything else that JSON lacks fails the call.
 */
export async function toPlainData(value: unknown): Promise<unknown> {
  const files: (() => Promise<void>)[] = [];
  const plain = convert(value, files);
  for (const read of files) await read();
  const lost = findLostValue(plain);
  if (lost === undefined) return plain;
  const { pointer, problem } = lost;
  throw refusal(`JSON cannot hold ${pointer === '' ? 'it' : `what is at ${pointer}`}: ${problem}`);
}

function convert(value: unknown, files: (() => Promise<void>)[]): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  const inner = (one: unknown) => convert(one, files);
  if (Array.isArray(value) || value instanceof Set) return Array.from(value, inner);
  if (value instanceof Map) return Array.from(value, (pair) => pair.map(inner));
  if (value instanceof WireFile) return toContent(value, files);
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (value instanceof ArrayBuffer) return Buffer.from(value).toString('base64');
  if (value instanceof Uint8Array || value instanceof DataView)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, inner);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)]));
}

function toContent({ path, size, sha256 }: WireFile, files: (() => Promise<void>)[]): FileContent {
  const content: FileContent = { size, sha256, base64: '' };
  files.push(async () => {
    if (size > MAX_FILE_BYTES)
      throw refusal(`a file of it has ${size} bytes, and at most ${MAX_FILE_BYTES} are given; give a part of it`);
    content.base64 = await readFile(path, 'base64').catch((cause: unknown) => {
      throw refusal('a file of it cannot be read', cause);
    });
  });
  return content;
}

function refusal(problem: string, cause?: unknown): CapabilityFatalError {
  return new CapabilityFatalError(`Cannot give the result of a call: ${problem}`, { began: true, cause });
}
