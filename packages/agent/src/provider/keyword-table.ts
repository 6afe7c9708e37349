/** The dialects of JSON Schema that providers speak, in the order of the table's columns. */
export const columns = Object.freeze([
  'openai',
  'openaiStrict',
  'anthropic',
  'anthropicStrict',
  'geminiParameters',
  'geminiJsonSchema',
  'ollama',
] as const);
export type Column = (typeof columns)[number];

/**
 * Treatment of a keyword. The first four are those of any table; the others name the one rewriting they mean:
 *
 *     upper      the type in capitals                    nullable   null becomes `nullable`
 *     union      a list of types becomes `anyOf`         alone      siblings of `anyOf` go into its branches
 *     anyOf      `oneOf` becomes `anyOf`                 types      a union becomes a list of types, else moved
 *     require    optional becomes nullable and required  close      kept, and added where absent
 *     typed      kept, with its type added               untyped    kept without its type
 *     strings    values as text, `format: enum`          plain      strings and numbers kept, else moved
 *     enum       one value becomes an `enum`             primitive  kept for strings, numbers, booleans, null
 *     integer    ±1 for integers, else moved             text       the number as text
 *     few        0 and 1 kept, else moved                listed     listed formats kept, else moved
 *     tuple      items of any of the positions           primitives any of the primitive types
 *     beside     annotations may stand beside it         bare       alone, siblings by `anyOf`
 *     inline     replaced by its definition              scalar     kept where no object is possible, else refused
 */
export type Action =
  | 'keep'
  | 'move'
  | 'drop'
  | 'refuse'
  | 'upper'
  | 'nullable'
  | 'union'
  | 'alone'
  | 'anyOf'
  | 'types'
  | 'require'
  | 'close'
  | 'typed'
  | 'untyped'
  | 'strings'
  | 'plain'
  | 'enum'
  | 'primitive'
  | 'integer'
  | 'text'
  | 'few'
  | 'listed'
  | 'tuple'
  | 'primitives'
  | 'beside'
  | 'bare'
  | 'inline'
  | 'scalar';

type Row = readonly [Action, Action, Action, Action, Action, Action, Action];

const allKept: Row = ['keep', 'keep', 'keep', 'keep', 'keep', 'keep', 'keep'];
const movedFromStrict: Row = ['keep', 'move', 'keep', 'move', 'move', 'move', 'move'];
const refusedByStrict: Row = ['keep', 'refuse', 'keep', 'refuse', 'move', 'move', 'move'];
const neverAtRoot: Row = ['move', 'refuse', 'move', 'refuse', 'move', 'move', 'move'];

// oxfmt-ignore
const table = {
  // row                       OpenAI   strict     Anthropic  strict       Gemini        JSON Schema  Ollama
  type:                       ['keep', 'keep',    'keep',    'keep',      'upper',      'keep',      'keep'],
  'type with null':           ['keep', 'keep',    'keep',    'union',     'nullable',   'keep',      'keep'],
  'type list':                ['keep', 'union',   'keep',    'union',     'union',      'union',     'keep'],
  untyped:                    ['keep', 'refuse',  'keep',    'refuse',    'primitives', 'keep',      'move'],
  title:                      ['keep', 'keep',    'keep',    'keep',      'keep',       'keep',      'move'],
  description:                allKept,
  $ref:                       ['keep', 'beside',  'keep',    'bare',      'inline',     'bare',      'inline'],
  'foreign $ref':             refusedByStrict,
  $defs:                      ['keep', 'refuse',  'keep',    'refuse',    'drop',       'drop',      'drop'],
  $id:                        refusedByStrict,
  $anchor:                    refusedByStrict,
  $dynamicAnchor:             refusedByStrict,
  $dynamicRef:                refusedByStrict,
  enum:                       ['keep', 'typed',   'keep',    'untyped',   'strings',    'plain',     'keep'],
  const:                      ['keep', 'typed',   'keep',    'primitive', 'enum',       'enum',      'enum'],
  minimum:                    ['keep', 'keep',    'keep',    'move',      'keep',       'keep',      'move'],
  maximum:                    ['keep', 'keep',    'keep',    'move',      'keep',       'keep',      'move'],
  exclusiveMinimum:           ['keep', 'keep',    'keep',    'move',      'integer',    'integer',   'move'],
  exclusiveMaximum:           ['keep', 'keep',    'keep',    'move',      'integer',    'integer',   'move'],
  multipleOf:                 ['keep', 'keep',    'keep',    'move',      'move',       'move',      'move'],
  minLength:                  ['keep', 'move',    'keep',    'move',      'text',       'move',      'move'],
  maxLength:                  ['keep', 'move',    'keep',    'move',      'text',       'move',      'move'],
  pattern:                    ['keep', 'keep',    'keep',    'move',      'keep',       'move',      'move'],
  format:                     ['keep', 'listed',  'keep',    'listed',    'listed',     'listed',    'move'],
  items:                      allKept,
  'array without items':      ['keep', 'refuse',  'keep',    'refuse',    'primitives', 'keep',      'move'],
  prefixItems:                ['keep', 'refuse',  'keep',    'refuse',    'tuple',      'keep',      'move'],
  minItems:                   ['keep', 'keep',    'keep',    'few',       'text',       'keep',      'move'],
  maxItems:                   ['keep', 'keep',    'keep',    'move',      'text',       'keep',      'move'],
  uniqueItems:                movedFromStrict,
  contains:                   movedFromStrict,
  minContains:                movedFromStrict,
  maxContains:                movedFromStrict,
  unevaluatedItems:           refusedByStrict,
  properties:                 allKept,
  'optional property':        ['keep', 'require', 'keep',    'keep',      'keep',       'keep',      'keep'],
  required:                   allKept,
  'required but undeclared':  refusedByStrict,
  'additionalProperties: false': ['keep', 'close', 'keep',   'close',     'drop',       'keep',      'drop'],
  additionalProperties:       ['keep', 'refuse',  'keep',    'refuse',    'move',       'keep',      'move'],
  patternProperties:          refusedByStrict,
  propertyNames:              movedFromStrict,
  minProperties:              ['keep', 'move',    'keep',    'move',      'text',       'move',      'move'],
  maxProperties:              ['keep', 'move',    'keep',    'move',      'text',       'move',      'move'],
  dependentRequired:          movedFromStrict,
  dependentSchemas:           movedFromStrict,
  unevaluatedProperties:      refusedByStrict,
  anyOf:                      ['keep', 'alone',   'keep',    'alone',     'alone',      'keep',      'types'],
  oneOf:                      ['keep', 'anyOf',   'keep',    'anyOf',     'anyOf',      'anyOf',     'anyOf'],
  allOf:                      ['keep', 'refuse',  'keep',    'scalar',    'move',       'move',      'move'],
  not:                        movedFromStrict,
  if:                         movedFromStrict,
  then:                       movedFromStrict,
  else:                       movedFromStrict,
  'anyOf at root':            neverAtRoot,
  'oneOf at root':            neverAtRoot,
  'allOf at root':            neverAtRoot,
  'not at root':              neverAtRoot,
  'enum at root':             neverAtRoot,
  'const at root':            neverAtRoot,
  default:                    movedFromStrict,
  examples:                   movedFromStrict,
  deprecated:                 movedFromStrict,
  readOnly:                   movedFromStrict,
  writeOnly:                  movedFromStrict,
  contentEncoding:            movedFromStrict,
  contentMediaType:           movedFromStrict,
  contentSchema:              movedFromStrict,
  'unknown keyword':          ['keep', 'drop',    'keep',    'drop',      'drop',       'drop',      'drop'],
} satisfies Record<string, Row>;

/** A keyword, or a case of one that is treated on its own. */
export type KeywordRow = keyof typeof table;

/** The treatment of each keyword by each dialect: the one list that all compilers read. */
export const keywordTable: Readonly<Record<KeywordRow, Row>> = Object.freeze(table);

/** The keywords in the order in which a `Rules:` line names them. */
export const keywordOrder: readonly string[] = Object.freeze(Object.keys(table));

const commonFormats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];

/** The formats that each dialect knows, where it does not know all. */
export const listedFormats: Readonly<Partial<Record<Column, readonly string[]>>> = Object.freeze({
  openaiStrict: Object.freeze(commonFormats),
  anthropicStrict: Object.freeze([...commonFormats, 'uri']),
  geminiParameters: Object.freeze(['date-time']),
  geminiJsonSchema: Object.freeze(['date-time', 'date', 'time']),
});

/** Keywords that describe a value and reject none. */
export const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
]);

/** Returns a dialect's treatment of a keyword; one without a row is unknown. */
export function actionFor(column: Column, row: string): Action {
  const actions = keywordTable[isRow(row) ? row : 'unknown keyword'];
  return actions[columns.indexOf(column)] ?? 'keep';
}

function isRow(row: string): row is KeywordRow {
  return Object.hasOwn(keywordTable, row);
}
