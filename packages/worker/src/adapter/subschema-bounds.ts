import type { JsonSchemaObject, JsonSchemaType } from '@helve/core';

/** Keywords that bound each type, with the bound that always holds. */
const limits: {
  readonly [type: string]: readonly (readonly [keyword: string, side: 'least' | 'most', always: number])[];
} = {
  string: [
    ['minLength', 'least', 0],
    ['maxLength', 'most', Infinity],
  ],
  array: [
    ['minItems', 'least', 0],
    ['maxItems', 'most', Infinity],
  ],
  object: [
    ['minProperties', 'least', 0],
    ['maxProperties', 'most', Infinity],
  ],
};

export interface BoundProblem {
  readonly kind: 'mismatch' | 'unproven';
  readonly reason: string;
}

/** Finds where values of the first schema may exceed the bounds of the second. */
export function boundProblems(
  type: JsonSchemaType,
  subschema: JsonSchemaObject,
  superschema: JsonSchemaObject,
): BoundProblem[] {
  if (type === 'number' || type === 'integer') return rangeProblems(type, subschema, superschema);
  return (limits[type] ?? []).flatMap(([keyword, side, always]) => {
    const wanted = numberAt(superschema, keyword) ?? always;
    const actual = numberAt(subschema, keyword) ?? always;
    if (side === 'least' ? actual >= wanted : actual <= wanted) return [];
    // The number of properties also follows from other keywords.
    const kind = type === 'object' ? ('unproven' as const) : ('mismatch' as const);
    return [{ kind, reason: `${keyword} is ${wanted} and may be passed` }];
  });
}

function rangeProblems(
  type: JsonSchemaType,
  subschema: JsonSchemaObject,
  superschema: JsonSchemaObject,
): BoundProblem[] {
  const actual = type === 'integer' ? toWhole(toRange(subschema)) : toRange(subschema);
  const wanted = toRange(superschema);
  const below =
    actual.least < wanted.least || (actual.least === wanted.least && wanted.aboveLeast && !actual.aboveLeast);
  const above = actual.most > wanted.most || (actual.most === wanted.most && wanted.belowMost && !actual.belowMost);
  return [
    ...(below
      ? [{ kind: 'mismatch' as const, reason: `numbers below the least one, ${wanted.least}, are given` }]
      : []),
    ...(above
      ? [{ kind: 'mismatch' as const, reason: `numbers above the greatest one, ${wanted.most}, are given` }]
      : []),
  ];
}

/** Converts bounds to inclusive whole numbers. */
function toWhole({ least, aboveLeast, most, belowMost }: ReturnType<typeof toRange>) {
  return {
    least: aboveLeast ? Math.floor(least) + 1 : Math.ceil(least),
    aboveLeast: false,
    most: belowMost ? Math.ceil(most) - 1 : Math.floor(most),
    belowMost: false,
  };
}

/** Returns the bounds of a number, and whether each is exclusive. */
function toRange(schema: JsonSchemaObject) {
  const [least, above] = [numberAt(schema, 'minimum') ?? -Infinity, numberAt(schema, 'exclusiveMinimum') ?? -Infinity];
  const [most, below] = [numberAt(schema, 'maximum') ?? Infinity, numberAt(schema, 'exclusiveMaximum') ?? Infinity];
  return {
    least: Math.max(least, above),
    aboveLeast: above >= least && above !== -Infinity,
    most: Math.min(most, below),
    belowMost: below <= most && below !== Infinity,
  };
}

function numberAt(schema: JsonSchemaObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
}
