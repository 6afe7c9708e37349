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
  /** Further models, for when this one is overloaded. */
  readonly fallback: readonly string[];
}

/** Loaders of the vendors' own SDKs, each run only when it is asked for, and put behind a transport. */
const open: { readonly [vendor in Vendor]: (access: Access) => Promise<Transport> } = {
  async openai({ model, apiKey, baseUrl, request, fallback }) {
    const { default: OpenAI } = await import('openai');
    return new OpenAITransport(new OpenAI({ apiKey, baseURL: baseUrl }), undefined, { model, request, fallback });
  },
  async anthropic({ model, apiKey, baseUrl, request, fallback }) {
    const { default: Anthropic } = await import('@anthropic-ai/sdk');
    return new AnthropicTransport(new Anthropic({ apiKey, baseURL: baseUrl ?? null }), { model, request, fallback });
  },
  async gemini({ model, apiKey, baseUrl, request, fallback }) {
    const { GoogleGenAI } = await import('@google/genai');
    const httpOptions = baseUrl === undefined ? {} : { httpOptions: { baseUrl } };
    return new GeminiTransport(new GoogleGenAI({ apiKey, ...httpOptions }), { model, request, fallback });
  },
  async ollama({ model, baseUrl, request, fallback }) {
    const { Ollama } = await import('ollama');
    return new OllamaTransport(new Ollama(baseUrl === undefined ? {} : { host: baseUrl }), {
      model,
      request,
      fallback,
    });
  },
};

/** A model of the config, by its name. */
export interface ChosenModel {
  readonly name: string;
  readonly choice: ModelChoice;
}

/** Chooses a model: the one of this name, else the first that can; a model that speaks by itself is not for writing. */
export function chooseModel(models: Models, name: string | undefined, mode: 'text' | 'voice'): ChosenModel | undefined {
  const names = Object.keys(models);
  const live = names.filter((each) => models[each]?.live === true);
  const able = mode === 'voice' ? [...live, ...names] : names.filter((each) => !live.includes(each));
  const chosen = name ?? able[0];
  if (chosen === undefined) return undefined;
  const choice = Object.hasOwn(models, chosen) ? models[chosen] : undefined;
  if (choice === undefined) {
    const near = didYouMean(nearestNames(chosen, names, 1));
    throw projectErrors.create('PROJECT_MODEL_UNKNOWN', { model: chosen }, { details: near });
  }
  return { name: chosen, choice };
}

/** The transport to a model of the project: the one of this name, else the first. */
export async function openTransport(models: Models, name: string | undefined, { env }: Pick<ProjectIo, 'env'>) {
  const chosen = chooseModel(models, name, 'text');
  if (chosen === undefined) return undefined;
  return { ...chosen, transport: await openVendor(chosen.name, chosen.choice, env) };
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
  const { vendor, model, baseUrl, live, fallback = [] } = choice;
  if (live === true) throw projectErrors.create('PROJECT_MODEL_LIVE', { model: name });
  const apiKey = typed ?? findKey(name, choice, env);
  const options = maxOutput === undefined ? choice : { ...choice, maxTokens: maxOutput };
  const request = toVendorRequest(vendor, options);
  return whileLoading(name, choice, () => open[vendor]({ model, apiKey, baseUrl, request, fallback }));
}

/** Reads the key of a model from the environment; a vendor without keys has an empty one. */
export function findKey(name: string, { vendor, keyFrom: named }: ModelChoice, env: Environment): string {
  const keyFrom = named ?? vendors[vendor].keyFrom;
  const apiKey = keyFrom === undefined ? '' : (env[keyFrom] ?? '');
  if (keyFrom !== undefined && apiKey === '')
    throw projectErrors.create('PROJECT_MODEL_KEY_MISSING', { model: name, keyFrom });
  return apiKey;
}

/** Opens with the SDK of a vendor; says so where it is not installed. */
export async function whileLoading<Opened>(
  name: string,
  { vendor }: ModelChoice,
  load: () => Promise<Opened>,
): Promise<Opened> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissingModule(cause)) throw cause;
    throw projectErrors.create('PROJECT_MODEL_SDK_MISSING', { model: name, sdk: vendors[vendor].sdk }, { cause });
  }
}

function isMissingModule(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_MODULE_NOT_FOUND';
}
