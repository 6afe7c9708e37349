import { isPlainObject, ToolError } from '@helve/core';
import { bodyArgument, type Operation, type OperationParameter } from './open-api-options.js';
import { formType, isJsonType } from './read-operations.js';

/** One request, before the headers of the service are put on it. */
export interface OperationRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

type Input = Readonly<Record<string, unknown>>;
type Pair = readonly [name: string, value: string];

/** Puts arguments where the operation wants them. Whatever they hold, the request stays under the base address. */
export function toRequest(baseUrl: string, operation: Operation, input: Input): OperationRequest {
  const { method, path, parameters, body } = operation;
  const of = (place: OperationParameter['place']) =>
    parameters.filter((one) => one.place === place && input[one.argument] !== undefined);
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/$/, '')}${fillPath(path, of('path'), input)}`;
  for (const one of of('query')) for (const pair of toPairs(one, input[one.argument])) url.searchParams.append(...pair);
  const cookies = of('cookie').flatMap((one) => toPairs(one, input[one.argument]));
  const sent = input[bodyArgument];
  return {
    url,
    method,
    headers: {
      accept: 'application/json, */*;q=0.5',
      ...Object.fromEntries(of('header').map((one) => [one.name, toHeader(one, input)])),
      ...(cookies.length === 0
        ? {}
        : { cookie: cookies.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ') }),
      ...(body === undefined || sent === undefined ? {} : { 'content-type': body.contentType }),
    },
    ...(body === undefined || sent === undefined ? {} : { body: toBody(body.contentType, sent) }),
  };
}

/** Text that a header cannot hold would fail on its way, as if the service could not be reached. */
function toHeader({ argument }: OperationParameter, input: Input): string {
  const value = toSimple(input[argument]);
  if (/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) return value;
  throw new ToolError(
    'VALIDATION',
    `Cannot send ${argument} in a header: it holds a line break or another such character`,
  );
}

/** Addresses have no way to write a dot segment as a name, however it is encoded. */
function fillPath(path: string, parameters: readonly OperationParameter[], input: Input): string {
  return path.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((one) => one.name === name);
    // Operations with other names in their path are left out.
    if (parameter === undefined) return whole;
    const value = encodeURIComponent(toSimple(input[parameter.argument]));
    if (!/^\.{0,2}$/.test(value)) return value;
    throw new ToolError('PERMANENT', `Cannot use "${value}" as ${parameter.argument}: it would be another address`);
  });
}

/** Writes a value for a query or a cookie. */
function toPairs({ name, style, explode }: OperationParameter, value: unknown): readonly Pair[] {
  if (Array.isArray(value)) {
    if (explode) return value.map((item) => [name, toText(item)]);
    const separator = style === 'pipeDelimited' ? '|' : style === 'spaceDelimited' ? ' ' : ',';
    return [[name, value.map(toText).join(separator)]];
  }
  if (!isPlainObject(value)) return [[name, toText(value)]];
  const members = Object.entries(value);
  if (style === 'deepObject') return members.map(([key, member]) => [`${name}[${key}]`, toText(member)]);
  if (explode) return members.map(([key, member]) => [key, toText(member)]);
  return [[name, toSimple(value)]];
}

/** Writes a value for a path or a header. */
function toSimple(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(',');
  return isPlainObject(value) ? Object.entries(value).flat().map(toText).join(',') : toText(value);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function toBody(contentType: string, value: unknown): string {
  if (isJsonType(contentType)) return JSON.stringify(value);
  if (contentType !== formType || !isPlainObject(value)) return toText(value);
  return new URLSearchParams(
    Object.entries(value).map(([key, member]): [string, string] => [key, toText(member)]),
  ).toString();
}
