import { createHash } from 'node:crypto';
import { readFileSync, closeSync } from 'node:fs';
import type { ToolInvokeContext } from '@helve/core';
import type { ProjectHost } from '../flow/create-flow-host.js';
import type { ReadSources } from './read-sources.js';

/** Bytes of the source files, by their SHA-256, as the caller may read them. */
export async function sourceBytes(
  { paths }: ReadSources,
  host: ProjectHost,
  ctx: ToolInvokeContext,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = host.filesFor(ctx);
  const found = new Map<string, Uint8Array>();
  for (const path of paths) {
    const file = files.open(path);
    try {
      const bytes = readFileSync(file);
      found.set(createHash('sha256').update(bytes).digest('hex'), bytes);
    } finally {
      closeSync(file);
    }
  }
  return found;
}
