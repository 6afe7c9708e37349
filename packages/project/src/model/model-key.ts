import { isPlainObject, nearestNames, type JsonSchemaObject } from '@helve/core';
import { checkValue, membersSchema, text } from '../config/shape.js';
import { didYouMean, type ProblemDetail } from '../project-errors.js';
import { requestMembers, type RequestOptions } from './request-options.js';

/** Vendors of models by name, each with its SDK and the variable that holds its key unless a project names another. */
export const vendors = Object.freeze({
  openai: { sdk: 'openai', keyFrom: 'OPENAI_API_KEY' },
  anthropic: { sdk: '@anthropic-ai/sdk', keyFrom: 'ANTHROPIC_API_KEY' },
  gemini: { sdk: '@google/genai', keyFrom: 'GEMINI_API_KEY' },
  ollama: { sdk: 'ollama', keyFrom: undefined },
} as const);
export type Vendor = keyof typeof vendors;

/** Schema of the key `models`. */
export const modelsSchema: JsonSchemaObject = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    properties: {
      vendor: { enum: Object.keys(vendors) },
      model: text.schema,
      keyFrom: text.schema,
      baseUrl: text.schema,
      live: { type: 'boolean' },
      ...membersSchema(requestMembers).properties,
    },
    required: ['vendor', 'model'],
    additionalProperties: false,
  },
};

/** Vendors with models that hear and speak by themselves. */
const liveVendors = ['openai', 'gemini'] as const;
export type LiveVendor = (typeof liveVendors)[number];

/** One model of one vendor. Its key is named, never written down. */
export interface ModelChoice extends RequestOptions {
  readonly vendor: Vendor;
  readonly model: string;
  /** The variable of the environment that holds the key. */
  readonly keyFrom?: string;
  /** Another address than the vendor's. */
  readonly baseUrl?: string;
  /** True for a model that hears and speaks by itself, over a connection that stays open. */
  readonly live?: boolean;
}

/** Models by the names a project gives them; the first is the one that `helve chat` talks to. */
export type Models = { readonly [name: string]: ModelChoice };

const members = ['vendor', 'model', 'keyFrom', 'baseUrl', 'live', ...Object.keys(requestMembers)];

export function checkModels(value: unknown, where: string): readonly ProblemDetail[] {
  if (!isPlainObject(value)) return [{ where, message: 'Expected models by name' }];
  return Object.entries(value).flatMap(([name, choice]) => checkModel(choice, `${where}.${name}`));
}

function checkModel(value: unknown, where: string): readonly ProblemDetail[] {
  if (!isPlainObject(value)) return [{ where, message: 'Expected an object with vendor and model' }];
  const strangers = Object.keys(value).filter((key) => !members.includes(key));
  return [
    ...strangers.map((key) => ({
      where: `${where}.${key}`,
      message: 'There is no such key',
      ...didYouMean(nearestNames(key, members, 1)),
    })),
    ...checkVendor(value['vendor'], `${where}.vendor`),
    ...(isText(value['model']) ? [] : [{ where: `${where}.model`, message: 'Expected the name of a model' }]),
    ...(['keyFrom', 'baseUrl'] as const)
      .filter((key) => value[key] !== undefined && !isText(value[key]))
      .map((key) => ({ where: `${where}.${key}`, message: 'Expected a text' })),
    ...checkLive(value, where),
    ...Object.entries(requestMembers).flatMap(([key, shape]) =>
      value[key] === undefined ? [] : checkValue(shape)(value[key], `${where}.${key}`),
    ),
  ];
}

function checkVendor(value: unknown, where: string): readonly ProblemDetail[] {
  if (typeof value === 'string' && Object.hasOwn(vendors, value)) return [];
  const names = Object.keys(vendors);
  const near = typeof value === 'string' ? didYouMean(nearestNames(value, names, 1)) : {};
  return [{ where, message: `Expected one of ${names.join(', ')}`, ...near }];
}

function checkLive({ live, vendor }: Readonly<Record<string, unknown>>, where: string): readonly ProblemDetail[] {
  if (live === undefined || live === false) return [];
  if (live !== true) return [{ where: `${where}.live`, message: 'Expected true or false' }];
  if (liveVendors.some((name) => name === vendor)) return [];
  return [{ where: `${where}.live`, message: `Only models of ${liveVendors.join(' and ')} are live` }];
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
