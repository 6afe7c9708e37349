import { compileJsonSchema, isPlainObject, type JsonObject, type JsonSchemaObject } from '@helve/core';

/** Arguments as a model sends them that must fill in every property of a strict schema: null where there is nothing to say. */
export function sendStrict(root: JsonObject, value: unknown): unknown {
  return send(root, value, root);
}

function send(schema: unknown, value: unknown, root: JsonObject): unknown {
  if (!isPlainObject(schema)) return value;
  if (typeof schema['$ref'] === 'string') return send(resolve(schema['$ref'], root), value, root);
  if (Array.isArray(schema['anyOf'])) {
    const attempts = schema['anyOf'].map((branch: unknown) => ({ branch, sent: send(branch, value, root) }));
    const fitting = attempts.find(({ branch, sent }) => fits(branch, sent, root));
    return fitting === undefined ? value : fitting.sent;
  }
  if (Array.isArray(value)) return value.map((item) => send(schema['items'], item, root));
  if (!isPlainObject(value) || !isPlainObject(schema['properties'])) return value;
  const declared = Object.entries(schema['properties']).map(([name, property]) => [
    name,
    Object.hasOwn(value, name) ? send(property, value[name], root) : null,
  ]);
  return { ...value, ...Object.fromEntries(declared) };
}

function fits(schema: unknown, value: unknown, root: JsonObject): boolean {
  const whole = { ...(schema as JsonObject), $defs: root['$defs'] ?? {} } as JsonSchemaObject;
  return compileJsonSchema(whole).check(value).ok;
}

function resolve(ref: string, root: JsonObject): unknown {
  const name = decodeURIComponent(ref.replace('#/$defs/', '')).replaceAll('~1', '/').replaceAll('~0', '~');
  return isPlainObject(root['$defs']) ? root['$defs'][name] : undefined;
}
