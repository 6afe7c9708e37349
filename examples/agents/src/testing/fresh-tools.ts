import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadedRegistry } from '@helve/core';
import { loadExampleTools } from '../example-tools.js';

/** The tools as they are now, built in a folder of their own: what somebody built before is not looked at. */
export async function loadFreshTools(): Promise<{ readonly tools: LoadedRegistry; remove(): Promise<void> }> {
  // Inside the example, so that handlers find their packages.
  const home = join(import.meta.dirname, '../../.helve');
  await mkdir(home, { recursive: true });
  const out = await mkdtemp(join(home, 'test-'));
  return { tools: await loadExampleTools({ out }), remove: () => rm(out, { recursive: true, force: true }) };
}
