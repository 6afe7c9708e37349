import type { Issue } from '@helve/core';
import type { Remark } from '../document/diagnostic-list.js';
import type { ToolCatalog } from './compile-env.js';
import type { ContractedStep } from './step-ports.js';

/** Says that nobody knows a tool, and which one may have been meant. */
export function unknownTool(tool: string, pointer: string, tools: ToolCatalog): Remark {
  const near = tools.suggest(tool).map((name) => `"${name}"`);
  const hint = near.length === 0 ? 'List the tools with `helve tools ls`' : `Did you mean ${near.join(' or ')}?`;
  return { severity: 'error', rule: 'unknown-tool', tool, pointer, message: `There is no tool "${tool}"`, hint };
}

/** Reports a problem of the config at a pointer. */
export function configInvalid(tool: string, pointer: string, { pointer: at, message, suggestion }: Issue): Remark {
  const hint = suggestion === undefined ? {} : { hint: suggestion };
  return { severity: 'error', rule: 'config-invalid', tool, pointer: `${pointer}${at}`, message, ...hint };
}

/** Says something about one step, and what to do. */
export function stepRemark(
  severity: Remark['severity'],
  rule: string,
  { id, tool, pointer }: ContractedStep,
  message: string,
  hint: string,
): Remark {
  return { severity, rule, node: id, tool, pointer, message, hint };
}
