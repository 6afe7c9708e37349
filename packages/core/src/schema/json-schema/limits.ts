/** How many issues one check, or one inspection of a schema, reports at most. */
export const maxIssues = 100;

/** How many subschemas may stand inside one another in a schema. */
export const maxSchemaDepth = 500;

/** How many references may be open at once while a value is checked: the depth a recursive schema can follow. */
export const maxDepth = 1000;

/** How many references one check follows in all; ends what a doubling schema would stretch to years. */
export const maxSteps = 5_000_000;

/** How many distinct sets of schemas are remembered per compiled schema. */
export const maxScopes = 2000;

/** How often a value is shaped again because the last change moved a condition. */
export const maxRounds = 8;
