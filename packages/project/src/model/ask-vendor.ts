import { ProviderError } from '@helve/agent';
import { noteExecution, type ErrorType, type JsonSchemaValue, type ToolInvokeContext } from '@helve/core';
import { L10nError, type llmCompleteInput, type ModelAnswer } from '@helve/l10n';
import { projectErrors } from '../project-errors.js';
import { typedSecret } from '../run/run-door.js';
import type { Environment } from '../project-io.js';
import { complete } from './complete.js';
import type { ModelConfig } from './assert-keys.js';
import { findCredential, credentialVariable, type Credentials } from './credential.js';
import { vendors, type ModelChoice, type Models, type Vendor } from './model-key.js';
import { openVendor } from './open-transport.js';

type Asked = JsonSchemaValue<typeof llmCompleteInput>;

/** Asks the model that a step names, and reports the usage. */
export async function askVendor(
  input: Asked,
  { models, resources }: ModelConfig,
  env: Environment,
  ctx: ToolInvokeContext,
): Promise<ModelAnswer> {
  const { provider, model, credential, maxOutput } = input;
  const choice = toModelChoice(provider, model, models);
  const apiKey = findKey(provider, credential, { env, named: resources }, ctx);
  const secret = apiKey ?? env[choice.keyFrom ?? vendors[choice.vendor].keyFrom ?? ''];
  if (secret !== undefined && secret !== '') ctx.addSecret(secret);
  const transport = await openVendor(provider, choice, env, { apiKey, maxOutput });
  try {
    const answer = await complete(transport, input, ctx.signal);
    noteExecution(ctx, { callId: String(ctx.requestId), attempts: 1, usage: { ...answer.usage } });
    return answer;
  } catch (thrown) {
    throw thrown instanceof ProviderError ? toL10nError(thrown, secret) : thrown;
  }
}

/** A model of the project by its name there, else a vendor, which wants the name of a model. */
function toModelChoice(provider: string, model: string | undefined, models: Models): ModelChoice {
  const known = Object.hasOwn(models, provider) ? models[provider] : undefined;
  if (known !== undefined) return model === undefined ? known : { ...known, model };
  if (!isVendor(provider)) throw projectErrors.create('PROJECT_MODEL_UNKNOWN', { model: provider });
  if (model === undefined) throw projectErrors.create('PROJECT_MODEL_UNNAMED', { vendor: provider });
  return { vendor: provider, model };
}

function isVendor(name: string): name is Vendor {
  return Object.hasOwn(vendors, name);
}

/** Finds the key: the one that was typed, else the one stored under the name; without either, the variable of the model counts. */
function findKey(
  provider: string,
  credential: string | undefined,
  { env, named }: { readonly env: Environment; readonly named: Credentials },
  ctx: ToolInvokeContext,
) {
  const typed = typedSecret(ctx, 'apiKey');
  if (typed !== undefined) return typed.reveal();
  if (credential === undefined) return undefined;
  const key = findCredential(credential, env, named);
  if (key !== undefined) return key;
  throw projectErrors.create('PROJECT_MODEL_KEY_MISSING', {
    model: provider,
    keyFrom: credentialVariable(credential, named),
  });
}

/** The failure of a vendor, by its cause; vendors quote keys back. */
function toL10nError({ message, status, retryable, retryAfterMs }: ProviderError, secret = ''): L10nError {
  const redacted = secret === '' ? message : message.replaceAll(secret, '[redacted]');
  return new L10nError(toErrorType(status, retryable), redacted, { code: 'L10N_PROVIDER', retryable, retryAfterMs });
}

function toErrorType(status: number | undefined, retryable: boolean): ErrorType {
  if (status === 429) return 'RATE_LIMIT';
  if (status === 401 || status === 403) return 'AUTH';
  return retryable ? 'TRANSIENT' : 'PERMANENT';
}
