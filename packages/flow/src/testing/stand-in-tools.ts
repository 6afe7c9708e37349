import type { JsonObject, JsonSchemaObject } from '@helve/core';
import type { IOPort, ToolMeta } from '../contract/meta.js';
import type { Part } from '../contract/part.js';
import type { FlowTool, StepContext } from '../contract/tool.js';
import { FlowToolRegistry, registerAll } from '../tool/flow-tool-registry.js';
import { resolveLocality } from '../tool/resolve-locality.js';
import { resolveSides } from '../tool/resolve-sides.js';
import { schemaFrom } from '../tool/schema-from.js';
import type { ContractResolver, ToolEntry } from '../tool/tool-info.js';

type Properties = { readonly [name: string]: JsonSchemaObject };

const target: IOPort = { type: 'target', side: 'target' };
const boolean = (value: boolean, description: string): JsonSchemaObject => ({
  type: 'boolean',
  default: value,
  description,
});
const texts = (description: string): JsonSchemaObject => ({
  type: 'array',
  items: { type: 'string' },
  default: [],
  description,
});

/** `entity@source?` as a port. */
function port(key: string): IOPort {
  const optional = key.endsWith('?');
  const [type = '', side = ''] = key.replace('?', '').split('@');
  return { type, side: side === 'target' ? 'target' : 'source', ...(optional ? { optional: true } : {}) };
}

interface StandIn extends Omit<Partial<ToolMeta>, 'consumes' | 'produces'> {
  readonly id: string;
  readonly consumes?: readonly string[];
  readonly produces?: readonly string[];
  readonly properties?: Properties;
  readonly resolve?: ContractResolver;
}

const provider: Properties = {
  provider: { type: 'string', default: 'demo', description: 'Who does the work.' },
  apiKey: { type: 'string', description: 'The key of the provider.', 'x-secret': true },
};
const remote = { sideEffects: ['api-call', 'remote-source-egress'], requires: ['credentials'] } as const;
const sides: Properties = {
  applySource: boolean(false, 'Whether the source is rewritten.'),
  applyTarget: boolean(true, 'Whether targets are rewritten.'),
};
const check = {
  category: 'validate',
  capability: 'annotate',
  cardinality: 'bilingual',
  requires: ['target-language'],
} as const;
const count = { category: 'validate', capability: 'annotate' } as const;

/** Tools with the contracts of the toolbox that hand every part on as it is. */
const standIns: readonly StandIn[] = [
  {
    id: 'segmentation',
    category: 'enrich',
    capability: 'annotate',
    aliases: ['segment'],
    produces: ['segmentation@source'],
    properties: {
      layer: { type: 'string', default: '', description: 'The layer that is written.' },
      segmentSource: boolean(true, 'Whether the source is cut.'),
      segmentTarget: boolean(false, 'Whether targets are cut.'),
      srx: { type: 'string', default: 'srx:default', description: 'The rules.', 'x-path': 'in' },
    },
    resolve: (config) => {
      const layer = typeof config['layer'] === 'string' && config['layer'] !== '' ? { layer: config['layer'] } : {};
      const onTarget = config['segmentTarget'] === true;
      return {
        cardinality: onTarget ? 'bilingual' : 'monolingual',
        consumes: onTarget ? [target] : [],
        produces: [
          ...(config['segmentSource'] === true ? [{ ...port('segmentation@source'), ...layer }] : []),
          ...(onTarget ? [{ ...port('segmentation@target'), ...layer }] : []),
        ],
      };
    },
  },
  {
    id: 'tm-leverage',
    category: 'enrich',
    capability: 'translate',
    cardinality: 'bilingual',
    writesOutput: true,
    consumes: ['segmentation@source?', 'entity@source?'],
    produces: ['tm-match@source', 'alt-translation@source', 'target@target'],
    sideEffects: ['tm-read'],
    requires: ['tm', 'target-language'],
    properties: {
      tm: { ...texts('The memories to look into.'), 'x-path': 'in' },
      fuzzyThreshold: { type: 'integer', minimum: 30, maximum: 100, default: 75, description: 'The least score.' },
    },
  },
  {
    id: 'ai-translate',
    category: 'translate',
    capability: 'translate',
    cardinality: 'bilingual',
    writesOutput: true,
    defaultParallelBlocks: 4,
    consumes: [
      'term@source?',
      'entity@source?',
      'alt-translation@source?',
      'protected@source?',
      'segmentation@source?',
    ],
    produces: ['target@target', 'alt-translation@source'],
    sideEffects: remote.sideEffects,
    requires: ['credentials', 'target-language'],
    properties: {
      ...provider,
      targetLocale: { type: 'string', description: 'The target, unless the run names one.', 'x-locale': 'target' },
    },
    resolve: resolveLocality,
  },
  { id: 'qa-check', ...check, aliases: ['qa'], consumes: ['target@target'], produces: ['qa@target'] },
  {
    id: 'redact',
    category: 'transform',
    capability: 'transform',
    recoverable: true,
    mayRemoveCodes: true,
    writesOutput: true,
    consumes: ['entity@source?'],
    produces: ['source@source', 'target@target?', 'redaction.secret@source'],
    requires: ['vault'],
    properties: {
      detectors: {
        type: 'array',
        items: { type: 'string', enum: ['rules', 'entities'] },
        default: ['rules'],
        description: 'What finds private data.',
      },
      rules: {
        type: 'array',
        items: {
          type: 'object',
          required: ['category'],
          properties: { term: { type: 'string' }, pattern: { type: 'string' }, category: { type: 'string' } },
        },
        default: [],
        description: 'Terms and patterns to take out.',
      },
      presets: texts('Ready-made patterns.'),
      entityTypes: texts('The kinds of entities to take out.'),
    },
    resolve: (config) => {
      const entities = listed(config, 'entityTypes').length > 0 || listed(config, 'detectors').includes('entities');
      const rules = listed(config, 'rules').length + listed(config, 'presets').length;
      return {
        consumes: [port(entities ? 'entity@source' : 'entity@source?')],
        ...(entities || rules > 0
          ? {}
          : { diagnostics: [{ severity: 'error', message: 'There is nothing to detect' }] }),
      };
    },
  },
  {
    id: 'unredact',
    category: 'transform',
    capability: 'transform',
    mayRemoveCodes: true,
    writesOutput: true,
    consumes: ['redaction.secret@source'],
    produces: ['source@source', 'target@target?', 'qa@target'],
    requires: ['vault'],
  },
  {
    id: 'ai-entity-extract',
    category: 'enrich',
    capability: 'annotate',
    produces: ['entity@source', 'term-candidate@source'],
    ...remote,
    properties: provider,
    resolve: resolveLocality,
  },
  {
    id: 'search-replace',
    category: 'transform',
    capability: 'transform',
    writesOutput: true,
    properties: {
      search: { type: 'string', default: '', description: 'What is looked for.' },
      replace: { type: 'string', default: '', description: 'What is put in its place.' },
      ...sides,
    },
    resolve: resolveSides,
  },
  { id: 'word-count', ...count, aliases: ['wc'], produces: ['word-count@source'] },
  { id: 'char-count', ...count, produces: ['char-count@source'] },
  { id: 'segment-count', ...count, produces: ['seg-count@source'] },
  {
    id: 'pseudo-translate',
    category: 'transform',
    capability: 'translate',
    aliases: ['pseudo'],
    cardinality: 'bilingual',
    defaultLocale: 'qps',
    writesOutput: true,
    consumes: ['protected@source?'],
    produces: ['target@target'],
    properties: {
      expansionPercent: {
        type: 'integer',
        minimum: 0,
        maximum: 200,
        default: 0,
        description: 'How much longer it gets.',
      },
      prefix: { type: 'string', default: '[', description: 'What stands before.' },
      suffix: { type: 'string', default: ']', description: 'What stands after.' },
    },
  },
  {
    id: 'term-check',
    ...check,
    consumes: ['target@target'],
    produces: ['qa@target', 'term@source'],
    sideEffects: ['termbase-read'],
  },
  {
    id: 'translation-comparison',
    ...check,
    consumes: ['target@target'],
    produces: ['comparison@target'],
    properties: {
      locale1: { type: 'string', description: 'One side.', 'x-locale': 'first' },
      locale2: { type: 'string', description: 'The other side.', 'x-locale': 'second' },
    },
  },
  {
    id: 'inconsistency-check',
    ...check,
    barrier: 'run',
    consumes: ['target@target'],
    produces: ['qa@target'],
    properties: { acrossLocales: boolean(false, 'Whether locales are compared with each other.') },
    resolve: (config) => (config['acrossLocales'] === true ? { cardinality: 'multilingual' } : {}),
  },
  {
    id: 'batch',
    category: 'pipeline',
    capability: 'annotate',
    properties: {
      size: { type: 'integer', minimum: 1, maximum: 1000, default: 10, description: 'How many blocks are gathered.' },
    },
  },
  {
    id: 'external-command',
    category: 'pipeline',
    capability: 'transform',
    exec: true,
    writesOutput: true,
    requires: ['exec'],
    properties: { command: { type: 'string', default: 'true', description: 'The program.' }, ...sides },
    resolve: resolveSides,
  },
];

function listed(config: JsonObject, name: string): readonly unknown[] {
  const value = config[name];
  return Array.isArray(value) ? value : [];
}

/** The entry of one stand-in. */
export function standInEntry({
  properties = {},
  consumes = [],
  produces = [],
  resolve,
  ...options
}: StandIn): ToolEntry {
  const meta: ToolMeta = {
    version: '1.0.0',
    category: 'pipeline',
    displayName: options.id,
    description: `Stands in for ${options.id}.`,
    cardinality: 'monolingual',
    ...options,
    consumes: consumes.map(port),
    produces: produces.map(port),
  };
  const schema = schemaFrom({ type: 'object', properties }, meta);
  const factory = (): FlowTool => ({ meta, process: handOn });
  return { name: options.id, factory, schema, ...(resolve === undefined ? {} : { resolve }) };
}

/** Hands every part on; it looks at the target of the run, as a tool of two locales must. */
async function* handOn({ locales }: StepContext, input: AsyncIterable<Part>): AsyncIterable<Part> {
  void locales.target;
  yield* input;
}

/** A registry of stand-ins for the tools that the vectors name, with more of one's own. */
export function standInRegistry(more: readonly ToolEntry[] = []): FlowToolRegistry {
  const registry = new FlowToolRegistry();
  registry.registerProvider('demo', true).registerProvider('ollama', true).registerProvider('anthropic', false);
  registerAll(registry, [...standIns.map(standInEntry), ...more]);
  return registry.seal();
}
