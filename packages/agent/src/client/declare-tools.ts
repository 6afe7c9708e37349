import {
  digest,
  toContract,
  type Compiled,
  type Refused,
  type JsonObject,
  type Loss,
  type NameMap,
  type RestorePlan,
  type SchemaCompiler,
} from '@helve/core';
import { indexTools, type HydrationTools } from '../hydrate/tool-index.js';
import { toProviderNames } from '../provider/provider-names.js';
import { schemaCompilers } from '../provider/schema-compilers.js';

/** What a schema lost on its way to a provider, and of which tool. */
export interface SchemaLoss extends Loss {
  readonly tool: string;
}

/** Tools as they are sent to a model, and what it takes to understand its calls. */
export interface DeclaredTools {
  readonly tools: readonly JsonObject[];
  readonly names: NameMap;
  readonly restore: Readonly<Record<string, RestorePlan>>;
  /** Of the definitions as they are sent. */
  readonly definitionDigests: Readonly<Record<string, string>>;
  readonly losses: readonly SchemaLoss[];
}

interface Kept {
  /** A registry's version, or the members of a list. */
  readonly seen: string | readonly unknown[];
  readonly byKey: Map<string, DeclaredTools>;
}

/** How many tools of one request may be strict, where a provider says so. */
const maxStrict: Readonly<Record<string, number>> = { anthropicStrict: 10 };

const kept = new WeakMap<object, Kept>();

/** Puts tools in a provider's form; in the strict one where a tool has it and the key is given. Made once for each list. */
export function declareTools(tools: HydrationTools, schemaKey: string, strictKey?: string): DeclaredTools {
  const { byKey } = keptOf(tools);
  const key = `${schemaKey} ${strictKey ?? ''}`;
  const known = byKey.get(key);
  if (known !== undefined) return known;
  const made = Object.freeze(makeDeclared(tools, compilersOf(schemaKey, strictKey)));
  byKey.set(key, made);
  return made;
}

function keptOf(tools: HydrationTools): Kept {
  const known = kept.get(tools);
  if (known !== undefined && isCurrent(known.seen, tools)) return known;
  const seen = isList(tools) ? [...tools] : tools.version;
  const made: Kept = { seen, byKey: new Map() };
  kept.set(tools, made);
  return made;
}

function isCurrent(seen: Kept['seen'], tools: HydrationTools): boolean {
  if (!isList(tools)) return seen === tools.version;
  return typeof seen !== 'string' && seen.length === tools.length && tools.every((tool, index) => tool === seen[index]);
}

function isList(tools: HydrationTools): tools is Extract<HydrationTools, readonly unknown[]> {
  return Array.isArray(tools);
}

/** The forms to try, the best first. */
function compilersOf(...keys: readonly (string | undefined)[]): readonly SchemaCompiler[] {
  return keys.toReversed().flatMap((key) => schemaCompilers.filter(({ provider }) => provider === key));
}

function makeDeclared(tools: HydrationTools, compilers: readonly SchemaCompiler[]): DeclaredTools {
  const found = indexTools(tools).tools.filter(({ problem }) => problem === undefined);
  const contracts = found.map(({ record }) => toContract(record));
  const names = toProviderNames(contracts.map(({ id }) => id));
  const strictLeft = new Map(Object.entries(maxStrict));
  const forms = contracts.map((contract) => ({
    id: contract.id,
    ...firstForm(compilers, contract, names, strictLeft),
  }));
  const made = forms.flatMap(({ id, form }) => (form === undefined ? [] : [{ id, ...form }]));
  return {
    tools: made.map(({ schema }) => schema),
    names,
    restore: Object.fromEntries(made.map(({ id, restore }) => [id, restore])),
    definitionDigests: Object.fromEntries(made.map(({ id, schema }) => [id, digest(schema)])),
    losses: forms.flatMap(({ id, losses }) => losses.map((loss) => ({ ...loss, tool: id }))),
  };
}

type Contract = Parameters<SchemaCompiler['compile']>[0];

/** The first form that can be made; a tool with none is left out, and its losses say why. */
function firstForm(
  compilers: readonly SchemaCompiler[],
  contract: Contract,
  names: NameMap,
  strictLeft: Map<string, number>,
): { readonly form?: Compiled; readonly losses: readonly Loss[] } {
  let losses: readonly Loss[] = [];
  for (const compiler of compilers) {
    const left = strictLeft.get(compiler.provider) ?? Number.POSITIVE_INFINITY;
    const form = left > 0 ? compiler.compile(contract, names) : noMore;
    strictLeft.set(compiler.provider, left - Number(!('refused' in form)));
    if (!('refused' in form)) return { form, losses: form.losses };
    losses = form.losses;
  }
  return { losses };
}

const noMore: Refused = { refused: true, losses: [] };
