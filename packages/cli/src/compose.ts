import { createHash } from 'node:crypto';
import { useSha256 } from '@helve/core';
import type { ResolvedConfig } from './config/config-keys.js';
import { loadConfig } from './config/load-config.js';
import { builtInTools } from './line/built-in-tools.js';
import { createLazyStore, type LazyStore } from './line/lazy-store.js';
import { collectTools } from './tool/collect-tools.js';
import { registerTools, type RegisteredTools } from './tool/register-tools.js';

/** Everything a command works with, introduced to each other; `openLine` adds what a call goes through. */
export interface House extends RegisteredTools {
  readonly config: ResolvedConfig;
  readonly configFile: string;
  readonly store: LazyStore;
}

/** sha256 ▸ config ▸ store, not opened yet ▸ tools ▸ sealed registry. */
export async function compose(cwd: string, configFile: string | undefined): Promise<House> {
  const { config, file, store } = await composeStore(cwd, configFile);
  const collected = [...(await collectTools(config.tools, file)), ...(await builtInTools(config.govern, store))];
  return Object.freeze({ config, configFile: file, store, ...registerTools(collected, file) });
}

/** What the commands need that look back at calls, and not at tools. */
export async function composeStore(cwd: string, configFile: string | undefined) {
  useSha256((text) => createHash('sha256').update(text).digest('hex'));
  const { file, config } = await loadConfig(cwd, configFile);
  return { file, config, store: createLazyStore(config.store, file) };
}
