import { AnthropicTransport, GeminiTransport, OllamaTransport, OpenAITransport, type Transport } from '@helve/agent';
import { nearestNames, type JsonObject } from '@helve/core';
import { projectErrors, didYouMean } from '../project-errors.js';
import type { Environment, ProjectIo } from '../project-io.js';
import { toVendorRequest } from './request-options.js';
import { vendors, type ModelChoice, type Models, type Vendor } from './model-key.js';

/** Options that an SDK is opened with. */
interface Access {
  readonly model: string;
  readonly apiKey: string;
  readonly baseUrl: string | undefined;
  /** Further fields of every request. */
  readonly request: JsonObject;
}

/** Loaders of the vendors' own SDKs, each run only when it is asked for, and put behind a transport. */
const open: { readonly [vendor in Vendor]: (access: Access) => Promise<Transport> } = {
  async openai({ model, apiKey, baseUrl, request }) {
    const { default: OpenAI } = await import('openai');
    return new OpenAITransport(new OpenAI({ apiKey, baseURL: baseUrl }), undefined, { model, request });
  },
  async anthropic({ model, apiKey, baseUrl, request }) {
    const { default: Anthropic } = await import('@anthropic-ai/sdk');
    return new AnthropicTransport(new Anthropic({ apiKey, baseURL: baseUrl ?? null }), { model, request });
  },
  async gemini({ model, apiKey, baseUrl, request }) {
    const { GoogleGenAI } = await import('@google/genai');
    const httpOptions = baseUrl === undefined ? {} : { httpOptions: { baseUrl } };
    return new GeminiTransport(new GoogleGenAI({ apiKey, ...httpOptions }), { model, request });
  },
  async ollama({ model, baseUrl, request }) {
    const { Ollama } = await import('ollama');
    return new OllamaTransport(new Ollama(baseUrl === undefined ? {} : { host: baseUrl }), { model, request });
  },
};

/** The transport to a model of the project: the one of this name, else the first. */
export async function openTransport(models: Models, name: string | undefined, { env }: Pick<ProjectIo, 'env'>) {
  const [first] = Object.keys(models);
  const chosen = name ?? first;
  if (chosen === undefined) return undefined;
  const choice = Object.hasOwn(models, chosen) ? models[chosen] : undefined;
  if (choice === undefined) {
    const near = didYouMean(nearestNames(chosen, Object.keys(models), 1));
    throw projectErrors.create('PROJECT_MODEL_UNKNOWN', { model: chosen }, { details: near });
  }
  const transport = await openVendor(chosen, choice, env);
  return { name: chosen, choice, transport };
}

/** Options of one opening of a model, over the config. */
export interface OpenOptions {
  /** A key that was typed. */
  readonly apiKey?: string | undefined;
  readonly maxOutput?: number | undefined;
}

/** Opens the transport to a model with the SDK of its vendor and the key of the choice. */
export async function openVendor(
  name: string,
  choice: ModelChoice,
  env: Environment,
  { apiKey: typed, maxOutput }: OpenOptions = {},
): Promise<Transport> {
  const { vendor, model, baseUrl } = choice;
  const { sdk, keyFrom: usual } = vendors[vendor];
  const keyFrom = choice.keyFrom ?? usual;
  const apiKey = typed ?? (keyFrom === undefined ? '' : (env[keyFrom] ?? ''));
  if (keyFrom !== undefined && apiKey === '')
    throw projectErrors.create('PROJECT_MODEL_KEY_MISSING', { model: name, keyFrom });
  try {
    const options = maxOutput === undefined ? choice : { ...choice, maxTokens: maxOutput };
    return await open[vendor]({ model, apiKey, baseUrl, request: toVendorRequest(vendor, options) });
  } catch (cause) {
    if (!isMissingModule(cause)) throw cause;
    throw projectErrors.create('PROJECT_MODEL_SDK_MISSING', { model: name, sdk }, { cause });
  }
}

function isMissingModule(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND';
}
