import {
  compileJsonSchema,
  frozenCopy,
  isPlainObject,
  nearestNames,
  type CompiledSchema,
  type Issue,
  type JsonObject,
} from '@helve/core';
import type { ComponentSchema } from '../contract/component-schema.js';
import { refine } from './schema-from.js';

/** A config that is ready to use, or everything that is wrong with it. */
export type ConfigResult<Config extends object = JsonObject> =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly errors: readonly Issue[] };

const maxDistance = 2;
const compiled = new WeakMap<ComponentSchema, CompiledSchema>();
/** Configs that went through here, by the schema that they fit. They are frozen, so that each is checked once. */
const applied = new WeakMap<object, ComponentSchema>();

/** Checks a config against the parameters of a tool and fills in every default; values are never converted. */
export function applyConfig<Config extends object = JsonObject>(
  schema: ComponentSchema,
  raw: unknown,
): ConfigResult<Config> {
  // A config that was applied before fits its schema.
  if (isPlainObject(raw) && applied.get(raw) === schema) return { ok: true, config: raw as Config };
  const verdict = compile(schema).check(raw ?? {});
  if (!verdict.ok) return { ok: false, errors: onePerFault(verdict.issues) };
  const errors = refine(schema, verdict.value);
  if (errors.length > 0) return { ok: false, errors };
  // The schema has said that the value has this form.
  const config = frozenCopy(verdict.value as Config);
  applied.set(config, schema);
  return { ok: true, config };
}

/** Everything that is wrong with a config; nothing when it may be used. */
export function validateConfig(schema: ComponentSchema, raw: unknown): readonly Issue[] {
  const result = applyConfig(schema, raw);
  return result.ok ? [] : result.errors;
}

function compile(schema: ComponentSchema): CompiledSchema {
  let check = compiled.get(schema);
  if (check === undefined) {
    check = compileJsonSchema(checkedPart(schema), { unknown: 'reject', defaults: true });
    compiled.set(schema, check);
  }
  return check;
}

/** The component schema without what is no JSON Schema. */
function checkedPart(schema: ComponentSchema): ComponentSchema {
  const { toolMeta: _, stepMeta: _step, 'ui:groups': _groups, ...checked } = schema;
  return checked;
}

/** One issue per fault: a value of the wrong type is not also told that it is none of the allowed ones. */
function onePerFault(issues: readonly Issue[]): readonly Issue[] {
  const mistyped = new Set(issues.filter(({ keyword }) => keyword === 'type').map(({ pointer }) => pointer));
  return issues
    .filter(({ keyword, pointer }) => !((keyword === 'enum' || keyword === 'const') && mistyped.has(pointer)))
    .map(withNearSuggestion);
}

/** Only a name that is near enough is suggested for an unknown one. */
function withNearSuggestion(issue: Issue): Issue {
  const { suggestion: _, ...rest } = issue;
  if (issue.keyword !== 'additionalProperties') return issue;
  const name = issue.pointer.slice(issue.pointer.lastIndexOf('/') + 1);
  const [near] = nearestNames(name, (issue.allowed ?? []).map(String), 1, maxDistance);
  return near === undefined ? rest : { ...rest, suggestion: `Did you mean "${near}"?` };
}
