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
export function boundProblems(type: JsonSchemaType, part: JsonSchemaObject, whole: JsonSchemaObject): BoundProblem[] {
  if (type === 'number' || type === 'integer') return rangeProblems(type, part, whole);
  return (limits[type] ?? []).flatMap(([keyword, side, always]) => {
    const wanted = numberAt(whole, keyword) ?? always;
    const given = numberAt(part, keyword) ?? always;
    if (side === 'least' ? given >= wanted : given <= wanted) return [];
    // The number of properties also follows from other keywords.
    const kind = type === 'object' ? ('unproven' as const) : ('mismatch' as const);
    return [{ kind, reason: `${keyword} is ${wanted} and may be passed` }];
  });
}

function rangeProblems(type: JsonSchemaType, part: JsonSchemaObject, whole: JsonSchemaObject): BoundProblem[] {
  const given = type === 'integer' ? toWhole(rangeOf(part)) : rangeOf(part);
  const wanted = rangeOf(whole);
  const below = given.least < wanted.least || (given.least === wanted.least && wanted.aboveLeast && !given.aboveLeast);
  const above = given.most > wanted.most || (given.most === wanted.most && wanted.belowMost && !given.belowMost);
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
function toWhole({ least, aboveLeast, most, belowMost }: ReturnType<typeof rangeOf>) {
  return {
    least: aboveLeast ? Math.floor(least) + 1 : Math.ceil(least),
    aboveLeast: false,
    most: belowMost ? Math.ceil(most) - 1 : Math.floor(most),
    belowMost: false,
  };
}

/** Returns the bounds of a number, and whether each is exclusive. */
function rangeOf(schema: JsonSchemaObject) {
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
