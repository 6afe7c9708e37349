/** Maximum number of issues that one check, or one inspection of a schema, reports. */
export const maxIssues = 100;

/** Maximum number of schemas inside one another. */
export const maxSchemaDepth = 500;

/** Maximum number of references that are open at once while a value is checked: the depth a recursive schema can follow. */
export const maxDepth = 1000;

/** Maximum number of references that one check follows; ends what a doubling schema would stretch to years. */
export const maxSteps = 5_000_000;

/** Maximum number of scopes that a compiled schema remembers. */
export const maxScopes = 2000;

/** Maximum number of times that a value is shaped again because the last change moved a condition. */
export const maxRounds = 8;
