import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { countOf, isPlainObject, visibleText, type JsonObject } from '@helve/core';
import type { OpenApiService, OpenApiServices } from '../config/open-api-keys.js';
import { expandTable } from '../mcp/expand-variables.js';
import { describeThrown } from '../module/describe-thrown.js';
import { projectErrors } from '../project-errors.js';
import type { Environment, Notify } from '../project-io.js';
import type { CollectedTool } from '../registry/collect-tools.js';

/** The operations of the services of a project, as tools. No service is asked before one of them is called. */
export async function openServices(
  services: OpenApiServices,
  configFile: string,
  { env, notify }: { readonly env: Environment; readonly notify: Notify },
): Promise<readonly CollectedTool[]> {
  const rows = Object.entries(services);
  // Most projects have none, and load nothing for it.
  if (rows.length === 0) return [];
  const { toolsFromOpenApi } = await import('@helve/gateway');
  const brought = rows.map(async ([name, service]): Promise<readonly CollectedTool[]> => {
    const { document, headers, ...options } = service;
    const read = await readDocument(service, configFile);
    const leftOut: string[] = [];
    const tools = toolsFromOpenApi(read, {
      name,
      leftOut: (operation, problem) => leftOut.push(`${operation} (${problem})`),
      ...options,
      ...(headers === undefined ? {} : { headers: () => expandTable(headers, env) }),
    });
    if (leftOut.length > 0) notify(`${name}: ${countOf(leftOut.length, 'operation')} left out: ${toShown(leftOut)}`);
    return tools.map((tool) => ({ tool, kind: 'openapi', from: document }));
  });
  return (await Promise.all(brought)).flat();
}

/** Operations that are named; `only` of the service leaves the rest unsaid. */
const maxShown = 5;

function toShown(leftOut: readonly string[]): string {
  const more = leftOut.length > maxShown ? [`and ${leftOut.length - maxShown} more`] : [];
  return visibleText([...leftOut.slice(0, maxShown), ...more].join(', '));
}

async function readDocument({ document }: OpenApiService, configFile: string): Promise<JsonObject> {
  try {
    const text = await readFile(resolve(dirname(configFile), document), 'utf8');
    const read: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (isPlainObject(read)) return read as JsonObject;
  } catch (cause) {
    throw unreadable(document, describeThrown(cause), cause);
  }
  throw unreadable(document, 'it holds no object');
}

function unreadable(document: string, problem: string, cause?: unknown): Error {
  const details = { suggestion: 'Name a document of OpenAPI 3.0 or 3.1 in JSON' };
  return projectErrors.create('PROJECT_MODULE_FAILED', { what: `"${document}"`, problem }, { cause, details });
}
