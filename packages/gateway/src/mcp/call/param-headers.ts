import { isPlainObject } from '@helve/core';
import type { Tool } from '@modelcontextprotocol/server';
import type { Inbound } from '../../http/inbound.js';

/** A parameter that has to stand in a header too, so that proxies can route by it. */
export interface ParamHeader {
  readonly param: string;
  readonly header: string;
}

const namePattern = /^[\w!#$%&'*+.^`|~-]{1,128}$/;
const encodedPattern = /^=\?base64\?(.*)\?=$/;
const base64Pattern = /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/;

/** The parameters of a tool that its schema marks with `x-mcp-header`. */
export function findParamHeaders({ inputSchema }: Pick<Tool, 'inputSchema'>): readonly ParamHeader[] {
  const { properties = {} } = inputSchema;
  return Object.entries(properties).flatMap(([param, schema]) => {
    const name: unknown = isPlainObject(schema) ? schema['x-mcp-header'] : undefined;
    return typeof name === 'string' && namePattern.test(name) ? [{ param, header: `mcp-param-${name}` }] : [];
  });
}

/** Finds the first header that contradicts the body; undefined if all agree. */
export function findMismatch(
  declared: readonly ParamHeader[],
  values: unknown,
  headers: Inbound['headers'],
): string | undefined {
  return declared.find(({ param, header }) => {
    const value = isPlainObject(values) && Object.hasOwn(values, param) ? values[param] : undefined;
    const wanted = toText(value);
    const raw = headers[header.toLowerCase()];
    return typeof raw !== 'string' ? wanted !== undefined : wanted === undefined || decode(raw) !== wanted;
  })?.header;
}

/** Converts a value to the text of a header; undefined for values without one. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Decodes a header; undefined when its encoding is wrong. */
function decode(text: string): string | undefined {
  const encoded = encodedPattern.exec(text)?.[1];
  if (encoded === undefined) return text;
  return base64Pattern.test(encoded) ? Buffer.from(encoded, 'base64').toString('utf8') : undefined;
}
