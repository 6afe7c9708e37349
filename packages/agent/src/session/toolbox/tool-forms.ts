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

/** The form in which tools are declared. */
export interface FormChoice {
  readonly schemaKey: string;
  readonly strict: StrictChoice;
}

/** The data needed to understand a call of one tool. */
export interface CallForm {
  readonly restore: RestorePlan | null;
  readonly digest: string | null;
}

const compiled = new WeakMap<RegistrySnapshot, Map<string, LoadedRegistry>>();

/** Returns the registry with the forms of a snapshot: itself if it was built, else one that is compiled once. */
export function toForms(snapshot: RegistrySnapshot, schemaKey: string): LoadedRegistry {
  if (isLoaded(snapshot)) return snapshot;
  const byKey = compiled.get(snapshot) ?? new Map<string, LoadedRegistry>();
  compiled.set(snapshot, byKey);
  const forms = byKey.get(schemaKey) ?? compileForms(snapshot, schemaKey);
  byKey.set(schemaKey, forms);
  return forms;
}

/** Returns how to undo the definition that was sent. */
export function findCallForm(forms: LoadedRegistry, id: string, { schemaKey, strict }: FormChoice): CallForm {
  return {
    restore: forms.getRestorePlan(schemaKey, id, { strict }),
    digest: forms.definitionDigest(schemaKey, id, { strict }),
  };
}

/** Returns the definitions of the tools allowed in a mode. */
export function toDefinitions(
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
