import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { claimedFileDigest, coreErrors, FILE_DIGEST_LENGTH } from '@helve/core';

import { readJsonText } from '../schema/json-text.js';

/** Reads a file of a registry synchronously: several times as fast as in chunks, and before there is any traffic. */
export function readBytes(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    if (readCode(cause) === 'ENOENT') throw coreErrors.create('CALL_REGISTRY_MISSING', { path }, { cause });
    const problem = `it cannot be read (${readCode(cause)})`;
    throw coreErrors.create('CALL_REGISTRY_UNREADABLE', { path, problem }, { cause });
  }
}

/** True when the bytes are those that the build wrote, by the digest at their end. */
export function hasValidDigest(bytes: Buffer): boolean {
  const end = Math.max(0, bytes.length - FILE_DIGEST_LENGTH);
  const claimed = claimedFileDigest(bytes.toString('latin1', end));
  return claimed !== undefined && claimed === createHash('sha256').update(bytes.subarray(0, end)).digest('hex');
}

/** Parses the JSON in UTF-8 bytes. */
export function parseBytes(bytes: Buffer, path: string): unknown {
  const text = bytes.toString('utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw coreErrors.create('CALL_REGISTRY_CORRUPT', { path, position: renderPosition(text) }, { cause });
  }
}

/** Finds the position of a fault, which engines do not always report. */
function renderPosition(text: string): string {
  const fault = readJsonText(text);
  return 'problem' in fault ? `line ${fault.line}, column ${fault.column}: ${fault.problem}` : 'an unknown place';
}

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
