import { isPlainObject, type JsonSchemaObject } from '@helve/core';
import type { ProblemDetail } from '../project-errors.js';
import {
  called,
  checkMembers,
  flag,
  integerShape,
  listShape,
  membersSchema,
  text,
  type Members,
  type Shape,
} from './shape.js';

/** A service that an OpenAPI document describes. Values of headers may hold `${NAME}`: a variable of the environment. */
export interface OpenApiService {
  /** Path of the document, relative to the config. */
  readonly document: string;
  /** Address of the service; whatever servers the document names, requests go nowhere else. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Operations to use, by their `operationId`; all of them unless told. */
  readonly only?: readonly string[];
  /** True when the service may be on this machine or in its network. */
  readonly allowPrivate?: boolean;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

/** Services by name. */
export type OpenApiServices = Readonly<Record<string, OpenApiService>>;

const name = /^[a-z][a-z0-9_]*$/;

const address: Shape = {
  wanted: 'an address such as "https://api.example/v1"',
  holds: (value) => typeof value === 'string' && /^https?:\/\/[^\s/?#]+[^\s?#]*$/.test(value),
  schema: { type: 'string', pattern: '^https?://[^\\s/?#]+[^\\s?#]*$' },
};

const texts: Shape = {
  wanted: 'texts by name',
  holds: (value) => isPlainObject(value) && Object.values(value).every((one) => typeof one === 'string'),
  schema: { type: 'object', additionalProperties: { type: 'string' } },
};

const members = {
  document: { ...called('the path of a document', text), required: true },
  url: { ...address, required: true },
  headers: texts,
  only: listShape('a list of operation ids', text),
  allowPrivate: flag,
  timeoutMs: integerShape('whole milliseconds above 0', 1, Number.MAX_SAFE_INTEGER),
  maxBytes: integerShape('a whole number of bytes above 0', 1, Number.MAX_SAFE_INTEGER),
} satisfies Members;

export function checkOpenApi(value: unknown, where: string): readonly ProblemDetail[] {
  if (!isPlainObject(value)) return [{ where, message: 'Expected services by name' }];
  return Object.entries(value).flatMap(([service, row]) => {
    const at = `${where}.${service}`;
    if (name.test(service)) return checkMembers(row, at, members);
    return [{ where: at, message: 'Expected a name of lowercase letters, digits and "_"' }];
  });
}

export const openApiSchema: JsonSchemaObject = {
  type: 'object',
  propertyNames: { pattern: name.source },
  additionalProperties: membersSchema(members),
};
