import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isPlainObject, isToolError } from '@helve/core';
import { projectErrors, countProblems, type ProblemDetail } from '../project-errors.js';
import { loadModules } from '../module/load-modules.js';
import { checkConfig, fillConfig } from './check-config.js';
import { checkSecrets } from './check-secrets.js';
import { overrideConfig, type ConfigOverride } from './config-override.js';
import { configKeys, type ResolvedConfig } from './config-keys.js';
import { findConfig } from './find-config.js';

export interface LoadedConfig {
  readonly file: string;
  readonly config: ResolvedConfig;
}

/** find ▸ read ▸ put other values over it ▸ check ▸ fill in defaults. */
export async function loadConfig(
  cwd: string,
  named: string | undefined,
  overrides: readonly ConfigOverride[] = [],
): Promise<LoadedConfig> {
  const file = findConfig(cwd, named);
  const isJson = file.endsWith('.json');
  const source = isJson ? await readJsonConfig(file) : await readModuleConfig(file);
  // The values of a module may come from anywhere; a written file must hold no secret.
  return toLoaded(file, source, overrides, isJson ? checkSecrets(source) : []);
}

/** Loads a config that may be missing: then every key has its default, as if an empty one were in the folder. */
export async function loadConfigIfAny(
  cwd: string,
  named: string | undefined,
  overrides: readonly ConfigOverride[] = [],
): Promise<LoadedConfig> {
  try {
    return await loadConfig(cwd, named, overrides);
  } catch (thrown) {
    if (named !== undefined || !isToolError(thrown, 'PROJECT_CONFIG_NOT_FOUND')) throw thrown;
    return toLoaded(join(cwd, 'helve.config.json'), {}, overrides, []);
  }
}

function toLoaded(
  file: string,
  source: unknown,
  overrides: readonly ConfigOverride[],
  secrets: readonly ProblemDetail[],
): LoadedConfig {
  const overridden = overrideConfig(source, overrides);
  const findings = [...checkConfig(overridden, configKeys), ...secrets, ...checkSecrets(overrideConfig({}, overrides))];
  if (findings.length === 0)
    return { file, config: fillConfig(overridden as Record<string, unknown>, configKeys) as ResolvedConfig };
  throw projectErrors.create(
    'PROJECT_CONFIG_INVALID',
    { file, problem: `it has ${countProblems(findings)}` },
    { details: { findings } },
  );
}

async function readJsonConfig(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  try {
    return withoutSchema(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch (cause) {
    const problem = `it is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw projectErrors.create('PROJECT_CONFIG_INVALID', { file, problem }, { cause });
  }
}

/** The place of the schema is for editors. */
function withoutSchema(source: unknown): unknown {
  if (!isPlainObject(source) || typeof source['$schema'] !== 'string') return source;
  const { $schema: _, ...rest } = source;
  return rest;
}

async function readModuleConfig(file: string): Promise<unknown> {
  const [module] = await loadModules([file]);
  if (module !== undefined && 'default' in module) return module['default'];
  const suggestion = 'End the file with `export default defineConfig({ … })`';
  throw projectErrors.create(
    'PROJECT_CONFIG_INVALID',
    { file, problem: 'it has no default export' },
    { details: { suggestion } },
  );
}
