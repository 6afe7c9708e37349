import type { Json, JsonObject } from '@helve/core';
import type { StepUses, ToolUse } from '../../../contract/tool-use.js';
import type { ProviderCall, ToolChoice } from '../../../contract/transport.js';
import { toFields, toList, toText } from '../../read-field.js';

/** Tools as the Responses API takes them, with those of its own that their uses need. */
export function toTools(tools: readonly JsonObject[], { uses = {} }: StepUses, own: readonly Json[]): readonly Json[] {
  const used = tools.map((tool) => ({ tool, use: uses[toText(tool['name'])] ?? {} }));
  const needed = [
    ...(used.some(({ use }) => use.deferred === true) ? ['tool_search'] : []),
    ...(used.some(({ use }) => isForPrograms(use)) ? ['programmatic_tool_calling'] : []),
  ];
  const missing = needed.filter((type) => !own.some((tool) => toFields(tool)['type'] === type));
  return [...own, ...missing.map((type) => ({ type })), ...used.map(({ tool, use }) => toTool(tool, use))];
}

/** Names of the tools that the model calls with a plain text, and the parameter that takes it. */
export function freeformOf(tools: readonly JsonObject[], { uses = {} }: StepUses): ReadonlyMap<string, string> {
  return new Map(
    tools.flatMap((tool) => {
      const name = toText(tool['name']);
      const parameter = uses[name]?.freeform === undefined ? undefined : onlyText(tool);
      return parameter === undefined ? [] : [[name, parameter] as const];
    }),
  );
}

/** Puts plain texts under the names of the parameters that take them. */
export function withParameters(
  calls: readonly ProviderCall[],
  freeform: ReadonlyMap<string, string>,
): readonly ProviderCall[] {
  return calls.map((call) => {
    const parameter = freeform.get(call.name);
    const isText = toFields(call.raw)['type'] === 'custom_tool_call';
    return parameter === undefined || !isText ? call : { ...call, args: { [parameter]: call.args } };
  });
}

/** Converts a choice; a tool for plain texts is of another kind. */
export function toToolChoice(choice: ToolChoice, freeform: ReadonlyMap<string, string>): Json {
  if (typeof choice === 'string') return choice;
  return { type: freeform.has(choice.name) ? 'custom' : 'function', name: choice.name };
}

function toTool(tool: JsonObject, use: ToolUse): Json {
  const more = {
    ...(use.deferred === true ? { defer_loading: true } : {}),
    ...(use.callers === undefined ? {} : { allowed_callers: use.callers.map((caller) => callers[caller]) }),
  };
  if (use.freeform === undefined || onlyText(tool) === undefined) return { ...tool, ...more };
  const { name = '', description = '' } = tool;
  const format = use.freeform === true ? { type: 'text' } : { type: 'grammar', ...use.freeform };
  return { type: 'custom', name, description, format, ...more };
}

const callers = Object.freeze({ model: 'direct', program: 'programmatic' });

function isForPrograms({ callers: allowed = [] }: ToolUse): boolean {
  return allowed.includes('program');
}

/** Returns the only parameter of a tool, if it takes a text. */
function onlyText(tool: JsonObject): string | undefined {
  const [one, ...more] = Object.entries(toFields(toFields(tool['parameters'])['properties']));
  if (one === undefined || more.length > 0) return undefined;
  const types = [toFields(one[1])['type']].flatMap((type) => (Array.isArray(type) ? toList(type) : [type]));
  return types.includes('string') ? one[0] : undefined;
}
