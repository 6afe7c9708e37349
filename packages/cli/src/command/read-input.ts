import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isPlainObject } from '@helve/core';
import { cliErrors } from '../cli-errors.js';
import { readJson } from '../flags/read-value.js';
import type { Io } from '../io.js';

/** The object that `--input` names: a JSON file, or `-` for stdin. */
export async function readInput(source: string, io: Io): Promise<Record<string, unknown>> {
  const label = source === '-' ? 'stdin' : `"${source}"`;
  const reading = readJson(await readText(source, label, io));
  if (!reading.ok) throw invalid(label, lowerFirst(reading.message));
  if (!isPlainObject(reading.value)) throw invalid(label, 'expected a JSON object');
  return reading.value;
}

/** The text of a file, as `@file` means it. */
export async function readTextFile(file: string, io: Io): Promise<string> {
  try {
    return decode(await readFile(resolve(io.cwd, file)));
  } catch (error) {
    throw new Error(`Cannot read "${file}": ${toReason(error)}`, { cause: error });
  }
}

async function readText(source: string, label: string, io: Io): Promise<string> {
  try {
    return decode(source === '-' ? await readAll(io.stdin) : await readFile(resolve(io.cwd, source)));
  } catch (error) {
    throw invalid(label, toReason(error));
  }
}

async function readAll(stream: AsyncIterable<Uint8Array | string>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
  return Buffer.concat(chunks);
}

/** UTF-8 or nothing: replaced characters would reach the tool unseen. A byte order mark is left out. */
function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

function toReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'it is not UTF-8';
  return error instanceof Error ? error.message : String(error);
}

function invalid(source: string, problem: string): Error {
  return cliErrors.create('CLI_INPUT_INVALID', { source, problem });
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
