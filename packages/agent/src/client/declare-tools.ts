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

/** Something that the schema of one tool lost on its way to a provider. */
export interface SchemaLoss extends Loss {
  readonly tool: string;
}

/** Tools in the form that is sent to a model, with the data needed to understand its calls. */
export interface DeclaredTools {
  readonly tools: readonly JsonObject[];
  readonly names: NameMap;
  readonly restore: Readonly<Record<string, RestorePlan>>;
  /** Digest of each definition as it is sent, by tool id. */
  readonly definitionDigests: Readonly<Record<string, string>>;
  readonly losses: readonly SchemaLoss[];
}

interface Kept {
  /** A registry's version, or the members of a list. */
  readonly seen: string | readonly unknown[];
  readonly byKey: Map<string, DeclaredTools>;
}

/** Maximum number of strict tools per request, for providers that have one. */
const maxStrict: Readonly<Record<string, number>> = { anthropicStrict: 10 };

const cache = new WeakMap<object, Kept>();

/** Converts tools to a provider's form; to the strict one where a tool has it and the key is given. Cached per list. */
export function declareTools(tools: HydrationTools, schemaKey: string, strictKey?: string): DeclaredTools {
  const { byKey } = cacheFor(tools);
  const key = `${schemaKey} ${strictKey ?? ''}`;
  const known = byKey.get(key);
  if (known !== undefined) return known;
  const made = Object.freeze(makeDeclared(tools, findCompilers(schemaKey, strictKey)));
  byKey.set(key, made);
  return made;
}

function cacheFor(tools: HydrationTools): Kept {
  const known = cache.get(tools);
  if (known !== undefined && isCurrent(known.seen, tools)) return known;
  const seen = isList(tools) ? [...tools] : tools.version;
  const made: Kept = { seen, byKey: new Map() };
  cache.set(tools, made);
  return made;
}

function isCurrent(seen: Kept['seen'], tools: HydrationTools): boolean {
  if (!isList(tools)) return seen === tools.version;
  return typeof seen !== 'string' && seen.length === tools.length && tools.every((tool, index) => tool === seen[index]);
}

function isList(tools: HydrationTools): tools is Extract<HydrationTools, readonly unknown[]> {
  return Array.isArray(tools);
}

/** Returns the compilers to try, the preferred one first. */
function findCompilers(...keys: readonly (string | undefined)[]): readonly SchemaCompiler[] {
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

/** Compiles the first form that is possible; a tool with none is left out, and its losses say why. */
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
