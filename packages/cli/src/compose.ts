import { createHash } from 'node:crypto';
import { useSha256 } from '@helve/core';
import type { ResolvedConfig } from './config/config-keys.js';
import { loadConfig } from './config/load-config.js';
import { collectTools } from './tool/collect-tools.js';
import { registerTools, type RegisteredTools } from './tool/register-tools.js';

/** Everything a command works with, introduced to each other. */
export interface House extends RegisteredTools {
  readonly config: ResolvedConfig;
  readonly configFile: string;
}

/** sha256 ▸ config ▸ tools ▸ sealed registry. */
export async function compose(cwd: string, configFile: string | undefined): Promise<House> {
  useSha256((text) => createHash('sha256').update(text).digest('hex'));
  const { file, config } = await loadConfig(cwd, configFile);
  const collected = await collectTools(config.tools, file);
  return Object.freeze({ config, configFile: file, ...registerTools(collected, file) });
}
