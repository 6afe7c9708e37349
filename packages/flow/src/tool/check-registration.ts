import { SideEffect, requirements, toolCategories, type IOPort, type ToolMeta } from '../contract/meta.js';
import type { ComponentSchema } from '../contract/component-schema.js';
import type { FlowTool } from '../contract/tool.js';
import { findBlockHandlers } from './base-tool.js';
import type { PartHandler } from './tool-info.js';
import { flagName, reservedFlags, reservedVerbs, toolsWithoutShortForm } from './reserved-names.js';

const kebabCase = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const effects: ReadonlySet<string> = new Set(Object.values(SideEffect));
const known: ReadonlySet<string> = new Set(requirements);
const categories: ReadonlySet<string> = new Set(toolCategories);

/** Checks a tool before it is registered: names, closed sets, parameters. */
export function checkRegistration(name: string, meta: ToolMeta, schema: ComponentSchema): string[] {
  return [
    ...(meta.id === name ? [] : [`its contract is that of "${meta.id}"`]),
    ...[name, ...(meta.aliases ?? [])].flatMap((each) => checkName(each, each === name)),
    ...(categories.has(meta.category) ? [] : [`there is no category "${meta.category}"`]),
    ...strangers(meta.sideEffects, effects, 'side effect'),
    ...strangers(meta.requires, known, 'requirement'),
    ...[...meta.consumes, ...meta.produces].flatMap(checkPort),
    ...(hasShortForm(name, meta) ? checkFlags(schema) : []),
    ...checkGroups(schema),
  ];
}

/** Checks the handlers of an instance: exactly one handles blocks. */
export function checkHandlers(tool: FlowTool): string[] {
  const handlers = findBlockHandlers(tool);
  return handlers.length > 1 ? [`it has more than one block handler: ${handlers.join(', ')}`] : [];
}

/** The parts besides blocks that an instance handles. */
export function handledParts(tool: FlowTool): readonly PartHandler[] {
  const handlers = { data: 'handleData', media: 'handleMedia', layer: 'handleLayer', group: 'handleGroup' } as const;
  return Object.freeze(
    (['data', 'media', 'layer'] as const).filter((kind) => typeof Reflect.get(tool, handlers[kind]) === 'function'),
  );
}

/** True when `helve NAME FILES` runs a tool. */
export function hasShortForm(name: string, meta: ToolMeta): boolean {
  return meta.internal !== true && !toolsWithoutShortForm.has(name);
}

function checkName(name: string, primary: boolean): string[] {
  if (!kebabCase.test(name)) return [`"${name}" is not in kebab case`];
  if (primary && toolsWithoutShortForm.has(name)) return [];
  return reservedVerbs.has(name) ? [`"${name}" is a command of helve`] : [];
}

function strangers(values: readonly string[] = [], set: ReadonlySet<string>, kind: string): string[] {
  return values.filter((value) => !set.has(value)).map((value) => `there is no ${kind} "${value}"`);
}

function checkPort({ type, side }: IOPort): string[] {
  if (type === '' || /[@#;]/.test(type)) return [`a port cannot have the type "${type}"`];
  return side === 'source' || side === 'target' ? [] : [`the port "${type}" has no side "${String(side)}"`];
}

function checkFlags({ properties }: ComponentSchema): string[] {
  return Object.keys(properties)
    .filter((parameter) => reservedFlags.run.has(flagName(parameter)))
    .map((parameter) => `the parameter "${parameter}" would hide the flag --${flagName(parameter)}`);
}

/** Checks that groups, where there are some, name each parameter once and nothing else. */
export function checkGroups({ properties, 'ui:groups': groups }: ComponentSchema): string[] {
  if (groups === undefined) return [];
  const grouped = groups.flatMap((group) => group.properties);
  const named = new Set(grouped);
  const ids = groups.map(({ id }) => id);
  return [
    ...repeated(ids).map((id) => `it has two groups with the id "${id}"`),
    ...repeated(grouped).map((parameter) => `the parameter "${parameter}" is in two groups`),
    ...[...named]
      .filter((each) => !Object.hasOwn(properties, each))
      .map((each) => `a group names "${each}", which is no parameter`),
    ...Object.keys(properties)
      .filter((each) => !named.has(each))
      .map((each) => `the parameter "${each}" is in no group`),
  ];
}

function repeated(names: readonly string[]): readonly string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
