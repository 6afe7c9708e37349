import { fromPointer, isPlainObject, nearestNames } from '@helve/core';
import type { ReportAt } from './check-tool-schema.js';
import type { DeclaredTool } from './declared-tool.js';

/** Checks that the slots of a preview, `{/pointer}`, name parameters. */
export function checkPreview({ preview = '', parameters }: DeclaredTool, report: ReportAt): void {
  for (const [slot, inside = ''] of preview.matchAll(/\{([^{}]*)\}/g)) {
    const problem = findProblem(inside, parameters);
    if (problem !== undefined) report('BUILD_PREVIEW', '/preview', `The slot ${slot} ${problem}`);
  }
}

function findProblem(slot: string, parameters: unknown): string | undefined {
  if (!slot.startsWith('/')) return 'is not a JSON pointer: it must begin with "/"';
  let schema: unknown = parameters;
  for (const name of fromPointer(slot)) {
    const properties: unknown = isPlainObject(schema) ? schema['properties'] : undefined;
    // Anything beyond `properties`, such as an array or a reference, is resolved when a call is made.
    if (!isPlainObject(properties)) return undefined;
    if (!Object.hasOwn(properties, name)) return `names no parameter${meant(name, properties)}`;
    schema = properties[name];
  }
  return undefined;
}

function meant(name: string, properties: object): string {
  const [near] = nearestNames(name, Object.keys(properties));
  return near === undefined ? '' : `; did you mean "${near}"?`;
}
