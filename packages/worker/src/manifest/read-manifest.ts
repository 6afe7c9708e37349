import { frozenCopy } from '@helve/core';
import { readFile } from 'node:fs/promises';
import { CapabilityConfigError } from '../error/input-errors.js';
import { writeWholeFile } from '../secret/write-whole-file.js';
import { checkManifest } from './check-manifest.js';
import type { Manifest } from './manifest.js';

const FILE_MODE = 0o644;

/** Validates a manifest; throws one error for all problems. */
export function toManifest(value: unknown, location = 'the manifest'): Manifest {
  const issues = checkManifest(value);
  if (issues.length === 0) return frozenCopy(value) as Manifest;
  const texts = issues.map(({ pointer, message }) => `"${pointer}" ${message}`);
  throw new CapabilityConfigError(`Cannot read ${location}: ${texts.join('; ')}`, {
    fieldsInvalid: issues.map(({ pointer }) => pointer),
  });
}

/** Reads a manifest from its file. */
export async function readManifest(path: string): Promise<Manifest> {
  return toManifest(parse(await readFile(path, 'utf8'), path), `the manifest "${path}"`);
}

/** Writes a manifest atomically, with the same bytes for the same content. */
export async function writeManifest(path: string, manifest: Manifest): Promise<void> {
  const checked = toManifest(manifest, `the manifest for "${path}"`);
  await writeWholeFile(path, `${JSON.stringify(inOrder(checked), undefined, 2)}\n`, FILE_MODE);
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new CapabilityConfigError(`Cannot read the manifest "${path}": it is not JSON`, {
      fieldsInvalid: [''],
      cause,
    });
  }
}

/** Sections in order of importance. */
const order = ['format', 'name', 'version', 'code', 'witness', 'install', 'overrides'];

function inOrder(manifest: Manifest): object {
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.fromEntries(Object.entries(manifest).toSorted(([a], [b]) => rank(a) - rank(b)));
}
