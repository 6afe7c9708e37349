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
  typesOf,
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
export function checkSubschema(part: JsonSchema, whole: JsonSchema): readonly SubschemaFinding[] {
  return canonicalJson(part) === canonicalJson(whole) ? [] : compare(part, whole, '');
}

function compare(part: JsonSchema, whole: JsonSchema, pointer: string): readonly SubschemaFinding[] {
  if (part === false || isAnything(whole) || isSameText(part, whole)) return [];
  if (typeof whole === 'boolean') return [mismatch(pointer, 'no value is taken here')];
  const wide = typeof part === 'boolean' ? {} : withoutAnnotations(part);
  const known = finiteValues(wide);
  if (known !== undefined) return compareValues(known, whole, pointer);
  // Without undecidable keywords a schema accepts more: proofs hold for it, refutations may not.
  const { schema, dropped } = decidablePart(wide);
  const findings = compareDecidable(schema, wide, whole, pointer);
  return dropped.length === 0 ? findings : findings.map((finding) => asUnproven(finding, dropped));
}

function compareDecidable(
  part: JsonSchemaObject,
  wide: JsonSchemaObject,
  whole: JsonSchemaObject,
  pointer: string,
): readonly SubschemaFinding[] {
  const { anyOf, ...rest } = part;
  if (anyOf !== undefined) return compareBranches(anyOf, rest, whole, pointer);
  const [type, ...others] = typesOf(part);
  if (type === undefined) return [];
  if (others.length > 0) return typesOf(part).flatMap((each) => compare({ ...wide, type: each }, whole, pointer));
  const { schema, dropped } = decidablePart(withoutAnnotations(whole));
  const { anyOf: choices, ...demands } = schema;
  return [
    ...dropped
      .filter((keyword) => !isSharedKeyword(keyword, wide, whole))
      .map((keyword) => unproven(pointer, `"${keyword}" cannot be compared`)),
    ...compareType(type, part, demands, pointer),
    ...(choices === undefined ? [] : compareChoices(type, wide, choices, pointer)),
  ];
}

/** Compares branches: all have to fit, unless the rest of the schema already does. */
function compareBranches(
  branches: readonly JsonSchema[],
  rest: JsonSchemaObject,
  whole: JsonSchemaObject,
  pointer: string,
): readonly SubschemaFinding[] {
  const findings = branches.flatMap((branch, index) =>
    compare(withType(branch, rest), whole, `${pointer}/anyOf/${index}`),
  );
  if (findings.length === 0 || Object.keys(rest).every((keyword) => keyword === 'type')) return findings;
  if (compare(rest, whole, pointer).length === 0) return [];
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
  part: JsonSchemaObject,
  choices: readonly JsonSchema[],
  pointer: string,
): readonly SubschemaFinding[] {
  const possible = choices.filter((choice) => choice === true || (choice !== false && takes(choice, type)));
  if (possible.length === 0) return [mismatch(pointer, `${withArticle(type)} fits none of the choices`)];
  const attempts = possible.map((choice) => compare(part, choice, pointer));
  if (attempts.some((findings) => findings.length === 0)) return [];
  const [only] = attempts;
  if (attempts.length === 1 && only !== undefined) return only;
  return [unproven(pointer, `${withArticle(type)} fits no single one of ${possible.length} choices`)];
}

function compareType(
  type: JsonSchemaType,
  part: JsonSchemaObject,
  whole: JsonSchemaObject,
  pointer: string,
): readonly SubschemaFinding[] {
  if (!takes(whole, type)) return [mismatch(pointer, `${withArticle(type)} is sent but not accepted`)];
  if ('const' in whole || whole.enum !== undefined) return [tooMany(type, pointer)];
  const bounds = boundProblems(type, part, whole).map(({ kind, reason }) => ({ kind, pointer, reason }));
  if (type === 'array') return [...bounds, ...compareItems(part, whole, pointer)];
  return type === 'object' ? [...bounds, ...compareObjects(part, whole, pointer)] : bounds;
}

function compareItems(part: JsonSchemaObject, whole: JsonSchemaObject, pointer: string): readonly SubschemaFinding[] {
  if (part['maxItems'] === 0) return [];
  return compare(part.items ?? true, whole.items ?? true, `${pointer}/items`);
}

function compareObjects(part: JsonSchemaObject, whole: JsonSchemaObject, pointer: string): readonly SubschemaFinding[] {
  const given = part.properties ?? {};
  const taken = whole.properties ?? {};
  const others = whole.additionalProperties ?? true;
  const always = new Set(part.required ?? []);
  const missing = (whole.required ?? []).filter((name) => !always.has(name));
  const undeclared = Object.keys(taken).filter((name) => !Object.hasOwn(given, name));
  return [
    ...missing.map((name) => mismatch(pointer, `"${name}" is required but not always sent`)),
    ...Object.entries(given).flatMap(([name, schema]) =>
      compare(
        schema,
        Object.hasOwn(taken, name) ? (taken[name] ?? true) : others,
        pointerTo(pointer, 'properties', name),
      ),
    ),
    ...undeclared.flatMap((name) => compareOthers(part, taken[name] ?? true, pointer, `"${name}"`)),
    ...compareOthers(part, others, pointer, 'other properties'),
  ];
}

/** Compares undeclared properties: few authors state whether any are allowed. */
function compareOthers(
  { additionalProperties }: JsonSchemaObject,
  taken: JsonSchema,
  pointer: string,
  what: string,
): readonly SubschemaFinding[] {
  if (additionalProperties === false || isAnything(taken)) return [];
  if (additionalProperties !== undefined)
    return compare(additionalProperties, taken, `${pointer}/additionalProperties`);
  return [unproven(pointer, `${what} may be sent, since nothing forbids it`)];
}

function compareValues(
  values: readonly unknown[],
  whole: JsonSchemaObject,
  pointer: string,
): readonly SubschemaFinding[] {
  const check = compiled(whole);
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
  const types = typesOf(schema);
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
