import {
  emptyArtifact,
  loadRegistry,
  type JsonObject,
  type LoadedRegistry,
  type RegistrySnapshot,
  type RestorePlan,
  type StrictChoice,
} from '@helve/core';
import { toProviderNames } from '../../provider/provider-names.js';
import { schemaCompilers, strictForms } from '../../provider/schema-compilers.js';

/** In which form tools are declared. */
export interface FormChoice {
  readonly schemaKey: string;
  readonly strict: StrictChoice;
}

/** What it takes to understand a call of one tool. */
export interface CallForm {
  readonly restore: RestorePlan | null;
  readonly digest: string | null;
}

const compiled = new WeakMap<RegistrySnapshot, Map<string, LoadedRegistry>>();

/** The registry that has the forms of a snapshot: itself if it was built, else one that is compiled once. */
export function formsOf(snapshot: RegistrySnapshot, schemaKey: string): LoadedRegistry {
  if (isLoaded(snapshot)) return snapshot;
  const byKey = compiled.get(snapshot) ?? new Map<string, LoadedRegistry>();
  compiled.set(snapshot, byKey);
  const forms = byKey.get(schemaKey) ?? compileForms(snapshot, schemaKey);
  byKey.set(schemaKey, forms);
  return forms;
}

/** How the definition that was sent has to be undone. */
export function callFormOf(forms: LoadedRegistry, id: string, { schemaKey, strict }: FormChoice): CallForm {
  return {
    restore: forms.getRestorePlan(schemaKey, id, { strict }),
    digest: forms.definitionDigest(schemaKey, id, { strict }),
  };
}

/** The definitions of tools that are allowed in a mode. */
export function definitionsOf(
  forms: LoadedRegistry,
  { schemaKey, strict }: FormChoice,
  mode: string,
  only: readonly string[] | undefined,
): readonly JsonObject[] {
  return forms.getProviderSchemas(schemaKey, { mode, strict, ...(only === undefined ? {} : { only }) });
}

function compileForms(snapshot: RegistrySnapshot, schemaKey: string): LoadedRegistry {
  const registry = loadRegistry(emptyArtifact(), {}, { lazy: true });
  for (const tool of snapshot.list()) registry.addInline(tool);
  const keys = [schemaKey, strictForms[schemaKey]];
  const compilers = schemaCompilers.filter(({ provider }) => keys.includes(provider));
  return registry.lock({ compilers, names: toProviderNames });
}

function isLoaded(snapshot: RegistrySnapshot): snapshot is LoadedRegistry {
  return 'getProviderSchemas' in snapshot && 'nameFor' in snapshot;
}
