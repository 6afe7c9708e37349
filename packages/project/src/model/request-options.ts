import { isPlainObject, type JsonObject } from '@helve/core';
import type { ModelPrice, ToolUse } from '@helve/agent';
import {
  checkMembers,
  flag,
  integerShape,
  listShape,
  membersSchema,
  numberShape,
  text,
  type Members,
} from '../config/shape.js';
import type { Vendor } from './model-key.js';

/** Options of requests to a model; one that is left out is up to the vendor. */
export interface RequestOptions {
  /** System prompt of conversations. */
  readonly instructions?: string;
  readonly temperature?: number;
  readonly topP?: number;
  /** Maximum number of tokens of an answer. */
  readonly maxTokens?: number;
  /** Further fields of every request, as the vendor names them. */
  readonly request?: JsonObject;
  /** Models of the vendor to ask in turn, when the one before is overloaded. */
  readonly fallback?: readonly string[];
  /** Price of a million tokens, for what conversations cost. */
  readonly price?: ModelPrice;
  /** The most that a conversation may take of the model's window; a longer one is made shorter. */
  readonly contextTokens?: number;
  /** True where the vendor's own search finds the tools, in place of ours. */
  readonly toolSearch?: boolean;
  /** False for a model that makes one call at a time. */
  readonly parallelCalls?: boolean;
  /** Uses of tools by their ids, beyond plain calls. */
  readonly toolUse?: Readonly<Record<string, ToolUse>>;
}

const amount = numberShape('a number from 0', 0, Number.MAX_VALUE);
const price: Members = {
  input: { ...amount, required: true },
  output: { ...amount, required: true },
  cachedInput: amount,
};

/** Members of a model that say how it is asked. */
export const requestMembers = Object.freeze({
  instructions: text,
  temperature: numberShape('a number from 0 to 2', 0, 2),
  topP: numberShape('a number from 0 to 1', 0, 1),
  maxTokens: integerShape('a whole number above 0', 1, Number.MAX_SAFE_INTEGER),
  request: { wanted: 'an object', holds: isPlainObject, schema: { type: 'object' } },
  fallback: listShape('a list of names of models', text),
  price: {
    wanted: '{ input, output, cachedInput? } with numbers from 0',
    holds: isPrice,
    schema: membersSchema(price),
  },
  contextTokens: integerShape('a whole number from 1000', 1_000, Number.MAX_SAFE_INTEGER),
  toolSearch: flag,
  parallelCalls: flag,
  toolUse: { wanted: 'uses by tool', holds: isPlainObject, schema: { type: 'object' } },
}) satisfies Members;

type Setting = 'temperature' | 'topP' | 'maxTokens';

/** Names of the settings in the requests of each vendor, and the object that holds them, if it is not the request itself. */
const places: {
  readonly [V in Vendor]: { readonly within?: string; readonly names: { readonly [S in Setting]: string } };
} = {
  openai: { names: { temperature: 'temperature', topP: 'top_p', maxTokens: 'max_output_tokens' } },
  anthropic: { names: { temperature: 'temperature', topP: 'top_p', maxTokens: 'max_tokens' } },
  gemini: {
    within: 'config',
    names: { temperature: 'temperature', topP: 'topP', maxTokens: 'maxOutputTokens' },
  },
  ollama: { within: 'options', names: { temperature: 'temperature', topP: 'top_p', maxTokens: 'num_predict' } },
};

function isPrice(value: unknown): boolean {
  return checkMembers(value, '', price).length === 0;
}

/** The fields that the options of a model add to each of its requests. */
export function toVendorRequest(vendor: Vendor, { request = {}, ...options }: RequestOptions): JsonObject {
  const { within, names } = places[vendor];
  const settings: JsonObject = Object.fromEntries(
    (['temperature', 'topP', 'maxTokens'] as const).flatMap((setting) => {
      const value = options[setting];
      return value === undefined ? [] : [[names[setting], value] as const];
    }),
  );
  if (within === undefined || Object.keys(settings).length === 0) return { ...request, ...settings };
  const inner = request[within];
  return { ...request, [within]: { ...(isPlainObject(inner) ? inner : {}), ...settings } };
}
