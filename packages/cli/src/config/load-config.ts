import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isToolError } from '@helve/core';
import { cliErrors, countProblems } from '../cli-errors.js';
import { loadModules } from '../module/load-modules.js';
import { checkConfig, fillConfig } from './check-config.js';
import { configKeys, type ResolvedConfig } from './config-keys.js';
import { findConfig } from './find-config.js';

export interface LoadedConfig {
  readonly file: string;
  readonly config: ResolvedConfig;
}

/** find ▸ read ▸ check ▸ fill in defaults. */
export async function loadConfig(cwd: string, named: string | undefined): Promise<LoadedConfig> {
  const file = findConfig(cwd, named);
  const source = file.endsWith('.json') ? await readJsonConfig(file) : await readModuleConfig(file);
  const findings = checkConfig(source, configKeys);
  if (findings.length > 0) {
    throw cliErrors.create(
      'CLI_CONFIG_INVALID',
      { file, problem: `it has ${countProblems(findings)}` },
      { details: { findings } },
    );
  }
  return { file, config: fillConfig(source as Record<string, unknown>, configKeys) as ResolvedConfig };
}

/** The same where a config may be missing: then every key has its default, as if an empty one were in the folder. */
export async function loadConfigIfAny(cwd: string, named: string | undefined): Promise<LoadedConfig> {
  try {
    return await loadConfig(cwd, named);
  } catch (thrown) {
    if (named !== undefined || !isToolError(thrown, 'CLI_CONFIG_NOT_FOUND')) throw thrown;
    return { file: join(cwd, 'helve.config.json'), config: fillConfig({}, configKeys) as ResolvedConfig };
  }
}

async function readJsonConfig(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    const problem = `it is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw cliErrors.create('CLI_CONFIG_INVALID', { file, problem }, { cause });
  }
}

async function readModuleConfig(file: string): Promise<unknown> {
  const [module] = await loadModules([file]);
  if (module !== undefined && 'default' in module) return module['default'];
  const suggestion = 'End the file with `export default defineConfig({ … })`';
  throw cliErrors.create(
    'CLI_CONFIG_INVALID',
    { file, problem: 'it has no default export' },
    { details: { suggestion } },
  );
}
