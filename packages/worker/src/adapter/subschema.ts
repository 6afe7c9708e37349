import {
  canonicalJson,
  compileJsonSchema,
  type JsonSchema,
  type JsonSchemaObject,
  type JsonSchemaType,
  pointerTo,
} from '@helve/core';
import { boundProblems } from './subschema-bounds.js';
import {
  decidablePart,
  finiteValues,
  isAnything,
  isSameText,
  isSharedKeyword,
  listTypes,
  withoutAnnotations,
} from './subschema-parts.js';

/** A reason why one schema is not, or not provably, a subset of another. */
export interface SubschemaFinding {
  /** `mismatch`: some value fits the first and not the second. `unproven`: this comparison cannot decide. */
  readonly kind: 'mismatch' | 'unproven';
  /** Points into the first schema. */
  readonly pointer: string;
  readonly reason: string;
}

/** Finds reasons why values of the first schema may not fit the second; an empty list means that all of them do. */
export function checkSubschema(subschema: JsonSchema, superschema: JsonSchema): readonly SubschemaFinding[] {
  return canonicalJson(subschema) === canonicalJson(superschema) ? [] : compare(subschema, superschema, '');
}

function compare(subschema: JsonSchema, superschema: JsonSchema, pointer: string): readonly SubschemaFinding[] {
  if (subschema === false || isAnything(superschema) || isSameText(subschema, superschema)) return [];
  if (typeof superschema === 'boolean') return [mismatch(pointer, 'no value is taken here')];
  const wide = typeof subschema === 'boolean' ? {} : withoutAnnotations(subschema);
  const known = finiteValues(wide);
  if (known !== undefined) return compareValues(known, superschema, pointer);
  // Without undecidable keywords a schema accepts more: proofs hold for it, refutations may not.
  const { schema, dropped } = decidablePart(wide);
  const findings = compareDecidable(schema, wide, superschema, pointer);
  return dropped.length === 0 ? findings : findings.map((finding) => asUnproven(finding, dropped));
}

function compareDecidable(
  subschema: JsonSchemaObject,
  wide: JsonSchemaObject,
  superschema: JsonSchemaObject,
  pointer: string,
): readonly SubschemaFinding[] {
  const { anyOf, ...rest } = subschema;
  if (anyOf !== undefined) return compareBranches(anyOf, rest, superschema, pointer);
  const [type, ...others] = listTypes(subschema);
  if (type === undefined) return [];
  if (others.length > 0)
    return listTypes(subschema).flatMap((each) => compare({ ...wide, type: each }, superschema, pointer));
  const { schema, dropped } = decidablePart(withoutAnnotations(superschema));
  const { anyOf: choices, ...demands } = schema;
  return [
    ...dropped
      .filter((keyword) => !isSharedKeyword(keyword, wide, superschema))
      .map((keyword) => unproven(pointer, `"${keyword}" cannot be compared`)),
    ...compareType(type, subschema, demands, pointer),
    ...(choices === undefined ? [] : compareChoices(type, wide, choices, pointer)),
  ];
}

/** Compares branches: all have to fit, unless the rest of the schema already does. */
function compareBranches(
  branches: readonly JsonSchema[],
  rest: JsonSchemaObject,
  superschema: JsonSchemaObject,
  pointer: string,
): readonly SubschemaFinding[] {
  const findings = branches.flatMap((branch, index) =>
    compare(withType(branch, rest), superschema, `${pointer}/anyOf/${index}`),
  );
  if (findings.length === 0 || Object.keys(rest).every((keyword) => keyword === 'type')) return findings;
  if (compare(rest, superschema, pointer).length === 0) return [];
  return findings.map((finding) => asUnproven(finding, ['anyOf']));
}

/** Adds the type beside the branches to a branch. */
function withType(branch: JsonSchema, { type }: JsonSchemaObject): JsonSchema {
  if (type === undefined || branch === false) return branch;
  return branch === true ? { type } : { type, ...branch };
}

/** Compares one type of value with several branches, one of which has to fit. */
function compareChoices(
  type: JsonSchemaType,
  subschema: JsonSchemaObject,
  choices: readonly JsonSchema[],
  pointer: string,
): readonly SubschemaFinding[] {
  const possible = choices.filter((choice) => choice === true || (choice !== false && takes(choice, type)));
  if (possible.length === 0) return [mismatch(pointer, `${withArticle(type)} fits none of the choices`)];
  const attempts = possible.map((choice) => compare(subschema, choice, pointer));
  if (attempts.some((findings) => findings.length === 0)) return [];
  const [only] = attempts;
  if (attempts.length === 1 && only !== undefined) return only;
  return [unproven(pointer, `${withArticle(type)} fits no single one of ${possible.length} choices`)];
}

function compareType(
  type: JsonSchemaType,
  subschema: JsonSchemaObject,
  superschema: JsonSchemaObject,
  pointer: string,
): readonly SubschemaFinding[] {
  if (!takes(superschema, type)) return [mismatch(pointer, `${withArticle(type)} is sent but not accepted`)];
  if ('const' in superschema || superschema.enum !== undefined) return [tooMany(type, pointer)];
  const bounds = boundProblems(type, subschema, superschema).map(({ kind, reason }) => ({ kind, pointer, reason }));
  if (type === 'array') return [...bounds, ...compareItems(subschema, superschema, pointer)];
  return type === 'object' ? [...bounds, ...compareObjects(subschema, superschema, pointer)] : bounds;
}

function compareItems(
  subschema: JsonSchemaObject,
  superschema: JsonSchemaObject,
  pointer: string,
): readonly SubschemaFinding[] {
  if (subschema['maxItems'] === 0) return [];
  return compare(subschema.items ?? true, superschema.items ?? true, `${pointer}/items`);
}

function compareObjects(
  subschema: JsonSchemaObject,
  superschema: JsonSchemaObject,
  pointer: string,
): readonly SubschemaFinding[] {
  const subProperties = subschema.properties ?? {};
  const superProperties = superschema.properties ?? {};
  const others = superschema.additionalProperties ?? true;
  const always = new Set(subschema.required ?? []);
  const missing = (superschema.required ?? []).filter((name) => !always.has(name));
  const undeclared = Object.keys(superProperties).filter((name) => !Object.hasOwn(subProperties, name));
  return [
    ...missing.map((name) => mismatch(pointer, `"${name}" is required but not always sent`)),
    ...Object.entries(subProperties).flatMap(([name, schema]) =>
      compare(
        schema,
        Object.hasOwn(superProperties, name) ? (superProperties[name] ?? true) : others,
        pointerTo(pointer, 'properties', name),
      ),
    ),
    ...undeclared.flatMap((name) => compareOthers(subschema, superProperties[name] ?? true, pointer, `"${name}"`)),
    ...compareOthers(subschema, others, pointer, 'other properties'),
  ];
}

/** Compares undeclared properties: few authors state whether any are allowed. */
function compareOthers(
  { additionalProperties }: JsonSchemaObject,
  expected: JsonSchema,
  pointer: string,
  what: string,
): readonly SubschemaFinding[] {
  if (additionalProperties === false || isAnything(expected)) return [];
  if (additionalProperties !== undefined)
    return compare(additionalProperties, expected, `${pointer}/additionalProperties`);
  return [unproven(pointer, `${what} may be sent, since nothing forbids it`)];
}

function compareValues(
  values: readonly unknown[],
  superschema: JsonSchemaObject,
  pointer: string,
): readonly SubschemaFinding[] {
  const check = compiled(superschema);
  if (check === undefined) return [unproven(pointer, 'the schema cannot be compiled')];
  const unfit = values.filter((value) => !check(value));
  return unfit.map((value) => mismatch(pointer, `${JSON.stringify(value)} is sent but not accepted`));
}

function compiled(schema: JsonSchemaObject): ((value: unknown) => boolean) | undefined {
  try {
    const { check } = compileJsonSchema(schema);
    return (value) => check(value).ok;
  } catch {
    // For example a reference that leads out of this part of the schema.
    return undefined;
  }
}

function takes(schema: JsonSchema, type: JsonSchemaType): boolean {
  if (typeof schema === 'boolean') return schema;
  const types = listTypes(schema);
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}

function asUnproven(finding: SubschemaFinding, dropped: readonly string[]): SubschemaFinding {
  if (finding.kind === 'unproven') return finding;
  return unproven(
    finding.pointer,
    `${finding.reason}, unless ${dropped.map((keyword) => `"${keyword}"`).join(', ')} prevents it`,
  );
}

/** Reports that there are more values than listed; bounds may limit a list or an object to a few. */
function tooMany(type: JsonSchemaType, pointer: string): SubschemaFinding {
  const compound = type === 'array' || type === 'object';
  return { kind: compound ? 'unproven' : 'mismatch', pointer, reason: 'only the listed values are taken' };
}

function mismatch(pointer: string, reason: string): SubschemaFinding {
  return { kind: 'mismatch', pointer, reason };
}

function unproven(pointer: string, reason: string): SubschemaFinding {
  return { kind: 'unproven', pointer, reason };
}

function withArticle(type: JsonSchemaType): string {
  if (type === 'null') return type;
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}
