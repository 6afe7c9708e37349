/** The kind of a keyword's value: plain data, one schema, a list of them, or schemas by name. */
type Shape = 'data' | 'schema' | 'list' | 'map';

const names = (shape: Shape, keywords: string): [string, Shape][] => keywords.split(' ').map((name) => [name, shape]);

/** Every keyword of JSON Schema 2020-12. */
export const schemaKeywords: ReadonlyMap<string, Shape> = new Map([
  ...names('data', '$ref $dynamicRef $anchor $dynamicAnchor $comment $id'),
  ...names('data', 'type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum'),
  ...names('data', 'maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains'),
  ...names('data', 'maxProperties minProperties required dependentRequired format'),
  ...names('data', 'title description default deprecated readOnly writeOnly examples contentEncoding contentMediaType'),
  ...names('schema', 'not if then else items contains additionalProperties propertyNames'),
  ...names('schema', 'unevaluatedItems unevaluatedProperties contentSchema'),
  ...names('list', 'allOf anyOf oneOf prefixItems'),
  ...names('map', '$defs definitions properties patternProperties dependentSchemas'),
]);

/** Keywords whose schemas describe the value that the schema around them describes. */
export const inPlaceKeywords: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
]);

/** Keywords that stand at the root of a schema only. */
export const rootKeywords: ReadonlySet<string> = new Set(['$schema', '$vocabulary']);
