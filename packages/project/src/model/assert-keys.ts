import { nearestNames } from '@helve/core';
import type { ToolInfo } from '@helve/flow';
import { planSteps, type FlowPlan, type PlanStep } from '@helve/flow/engine';
import { projectErrors, didYouMean } from '../project-errors.js';
import type { Environment } from '../project-io.js';
import type { ResolvedConfig } from '../config/config-keys.js';
import { credentialVariable, type Credentials } from './credential.js';
import { vendors, type ModelChoice, type Models } from './model-key.js';
import { engineKeys } from './mt-translate.js';

/** Keys of the config that decide which models and services steps may ask, and with which keys. */
export type ModelConfig = Pick<ResolvedConfig, 'models' | 'resources'>;

/** Refuses a plan with a step that would call a remote provider without its key. */
export function assertKeys(
  plan: FlowPlan,
  tools: ToolSchemas,
  { models, resources }: ModelConfig,
  env: Environment,
): void {
  for (const { tool, contract, config } of planSteps(plan)) {
    const { provider } = config;
    if (contract.requires?.includes('credentials') !== true || typeof provider !== 'string') continue;
    if (asksModel(tools, tool)) assertModel(provider, models);
    const keyFrom = findVariable(provider, config, models, resources);
    if (keyFrom !== undefined && (env[keyFrom] ?? '') === '')
      throw projectErrors.create('PROJECT_MODEL_KEY_MISSING', { model: provider, keyFrom });
  }
}

/** The schemas of flow tools, by name. */
interface ToolSchemas {
  get(name: string): Pick<ToolInfo, 'schema'> | undefined;
}

/** True when the schema of a tool marks its provider as a model of the config; other tools have their own providers. */
function asksModel(tools: ToolSchemas, name: string): boolean {
  return tools.get(name)?.schema.properties['provider']?.['x-config'] === 'models';
}

function assertModel(provider: string, models: Models): void {
  const names = [...Object.keys(models), ...Object.keys(vendors)];
  if (names.includes(provider)) return;
  throw projectErrors.create(
    'PROJECT_MODEL_UNKNOWN',
    { model: provider },
    { details: didYouMean(nearestNames(provider, names, 1)) },
  );
}

/** The variable that holds the key; none where there is no need of one, or nobody of that name is known. */
function findVariable(
  provider: string,
  { credential }: PlanStep['config'],
  models: Models,
  named: Credentials,
): string | undefined {
  const engine = Object.hasOwn(engineKeys, provider) ? engineKeys[provider] : undefined;
  const usual = engine ?? modelKey(provider, models);
  return usual !== undefined && typeof credential === 'string' ? credentialVariable(credential, named) : usual;
}

function modelKey(provider: string, models: Models): string | undefined {
  const own: Partial<ModelChoice> = Object.hasOwn(models, provider) ? (models[provider] ?? {}) : {};
  const vendor = Object.entries(vendors).find(([name]) => name === (own.vendor ?? provider))?.[1];
  return own.keyFrom ?? vendor?.keyFrom;
}
