import { isPlainObject, nearestNames, type NameMap, type RegistrySnapshot } from '@helve/core';
import { agentErrors } from '../../agent-errors.js';
import type { StepUses, ToolUse, TransportFeature } from '../../contract/tool-use.js';
import type { ToolChoice, Transport } from '../../contract/transport.js';
import type { TransportLoss } from '../../transport/protocol.js';
import type { SessionOptions } from '../session-options.js';

const syntaxes: readonly unknown[] = ['lark', 'regex'];
const callers: readonly unknown[] = ['model', 'program'];

const members: { readonly [M in keyof Required<ToolUse>]: (value: unknown) => boolean } = {
  deferred: (value) => typeof value === 'boolean',
  callers: (value) => Array.isArray(value) && value.length > 0 && value.every((one) => callers.includes(one)),
  freeform: (value) => value === true || isGrammar(value),
  eagerInput: (value) => typeof value === 'boolean',
};

/** True for uses of tools by their ids. */
export function isToolUses(value: unknown): boolean {
  return isPlainObject(value) && Object.values(value).every(isToolUse);
}

function isToolUse(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  return Object.entries(value).every(([name, member]) => {
    return Object.hasOwn(members, name) && members[name as keyof ToolUse](member);
  });
}

function isGrammar(value: unknown): boolean {
  if (!isPlainObject(value) || Object.keys(value).length !== 2) return false;
  return syntaxes.includes(value['syntax']) && typeof value['definition'] === 'string';
}

/** True where the provider finds tools by itself. */
export function isSearched({ selection }: SessionOptions, { features = [] }: Transport): boolean {
  return selection === 'provider' && features.includes('deferred');
}

/** The uses of a step by the provider's names; throws for a tool that there is not. */
export function toStepUses(
  options: SessionOptions,
  transport: Transport,
  { ids, all, names }: { readonly ids: readonly string[]; readonly all: RegistrySnapshot; readonly names: NameMap },
): StepUses {
  const { toolUse = {}, parallelCalls } = options;
  for (const id of Object.keys(toolUse)) if (all.get(id) === undefined) throw unknownTool(id, ids);
  const { features = [] } = transport;
  const common: ToolUse = isSearched(options, transport) ? { deferred: true } : {};
  const uses = ids.flatMap((id) => {
    const wanted = Object.entries({ ...common, ...toolUse[id] });
    const known: ToolUse = Object.fromEntries(wanted.filter(([name]) => features.some((feature) => feature === name)));
    return Object.keys(known).length === 0 ? [] : [[names[id] ?? id, known] as const];
  });
  return {
    ...(uses.length === 0 ? {} : { uses: Object.fromEntries(uses) }),
    ...(parallelCalls === undefined || !features.includes('parallelCalls') ? {} : { parallelCalls }),
  };
}

/** Loads the definition of a tool that the model must call: it does not search for that one. */
export function withChosen({ uses, ...step }: StepUses, choice: ToolChoice): StepUses {
  const use = typeof choice === 'object' ? uses?.[choice.name] : undefined;
  if (uses === undefined || typeof choice !== 'object' || use?.deferred !== true)
    return { ...step, ...(uses && { uses }) };
  return { ...step, uses: { ...uses, [choice.name]: { ...use, deferred: false } } };
}

const notes: { readonly [F in TransportFeature]: string } = {
  deferred: 'has no search for tools of its own: the session selects them',
  callers: 'runs no programs of the model: the model calls every tool itself',
  freeform: 'takes arguments as JSON only: the model writes an object',
  eagerInput: 'passes arguments on when they are complete',
  parallelCalls: 'lets the model make several calls at once',
};

/** Wishes of a session that its provider does not fulfil. */
export function useLosses(options: SessionOptions, { features = [], provider }: Transport): readonly TransportLoss[] {
  const { selection, toolUse = {}, parallelCalls } = options;
  const wanted = new Set<string>([
    ...(selection === 'provider' ? ['deferred'] : []),
    ...Object.values(toolUse).flatMap((use) => Object.keys(use)),
    ...(parallelCalls === false ? ['parallelCalls'] : []),
  ]);
  const lost = (Object.keys(notes) as TransportFeature[]).filter((one) => wanted.has(one) && !features.includes(one));
  return lost.map((what) => ({ what, note: `${provider} ${notes[what]}` }));
}

function unknownTool(id: string, ids: readonly string[]): Error {
  const [nearest] = nearestNames(id, ids);
  const details = nearest === undefined ? {} : { details: { suggestion: `Did you mean "${nearest}"?` } };
  const problem = `option "toolUse" names "${id}", which is no tool of this session`;
  return agentErrors.create('AGENT_OPTIONS_INVALID', { action: 'create a session', problem }, details);
}
