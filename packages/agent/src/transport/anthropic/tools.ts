import type { Json, JsonObject } from '@helve/core';
import type { StepUses, ToolUse } from '../../contract/tool-use.js';
import { toFields, toText } from '../read-field.js';

/** Anthropic's own tools that the uses of others need. */
const search = Object.freeze({ type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' });
const execution = Object.freeze({ type: 'code_execution_20250825', name: 'code_execution' });

/** Tools as Anthropic takes them, with those of its own that their uses need. */
export function toTools(tools: readonly JsonObject[], { uses = {} }: StepUses, own: readonly Json[]): readonly Json[] {
  const used = tools.map((tool) => ({ tool, use: uses[toText(tool['name'])] ?? {} }));
  const isSearching = used.some(({ use }) => use.deferred === true);
  const isExecuting = used.some(({ use }) => isForPrograms(use));
  const runner = findType(own, 'code_execution') ?? execution.type;
  return [
    ...own,
    ...(isSearching && findType(own, 'tool_search_tool') === undefined ? [search] : []),
    ...(isExecuting && findType(own, 'code_execution') === undefined ? [execution] : []),
    ...used.map(({ tool, use }) => toTool(tool, use, runner)),
  ];
}

function toTool(tool: JsonObject, use: ToolUse, runner: string): Json {
  const { strict, ...loose } = tool;
  // Programs and constrained arguments exclude each other.
  const keepsStrict = strict !== undefined && !isForPrograms(use);
  const callers = use.callers?.map((caller) => (caller === 'model' ? 'direct' : runner));
  return {
    ...loose,
    ...(keepsStrict ? { strict } : {}),
    ...(use.deferred === true ? { defer_loading: true } : {}),
    ...(callers === undefined ? {} : { allowed_callers: callers }),
    ...(use.eagerInput === true ? { eager_input_streaming: true } : {}),
  };
}

function isForPrograms({ callers = [] }: ToolUse): boolean {
  return callers.includes('program');
}

function findType(tools: readonly Json[], prefix: string): string | undefined {
  return tools.map((tool) => toText(toFields(tool)['type'])).find((type) => type.startsWith(prefix));
}
