import {
  flowErrors,
  OverlayType,
  PortSource,
  PortTarget,
  readTextFile,
  type FileAccess,
  type ToolMeta,
} from '@helve/flow';
import { variantLocale } from '@helve/flow/content';
import { l10nErrors } from '../../l10n-errors.js';
import { compileRules, type CompiledRules, type SegmentRule } from '../../segmentation/rule.js';
import { findBreaks, type BreakOptions } from '../../segmentation/segment-text.js';
import { readSrx, srxRulesFor, type Srx } from '../../segmentation/srx/read-srx.js';
import { isUnambiguous } from '../../pattern/is-unambiguous.js';
import { patternProblem } from '../../pattern/pattern-problem.js';
import { withinLimit } from '../../pattern/within-limit.js';
import { aiProperties, modelGroup, requestGroup } from '../../model/ai-properties.js';
import { flowToolEntry } from '../../tool-kit/flow-tool-entry.js';
import { runGroups } from '../../tool-kit/group/run-groups.js';
import { segmentPrompt, segmentWork } from './model-segments.js';
import { segmentSide, type FindBreaks } from './segment-side.js';

const { OverlaySegmentation } = OverlayType;
const defaultSrx = 'srx:default';

const meta: ToolMeta = {
  id: 'segmentation',
  version: '1.0.0',
  category: 'enrich',
  displayName: 'Segmentation',
  description: 'Marks the sentences of a text with rules, with Unicode, with both, or with a language model.',
  aliases: ['segment'],
  cardinality: 'monolingual',
  capability: 'annotate',
  consumes: [],
  produces: [{ type: OverlaySegmentation, side: PortSource }],
};

/** Marks sentences, as an overlay that can be dropped again. */
export const segmentation = flowToolEntry({
  meta,
  groups: [
    {
      id: 'segments',
      title: 'Segments',
      properties: ['engine', 'segmentSource', 'segmentTarget', 'overwrite', 'layer'],
    },
    {
      id: 'rules',
      title: 'Rules',
      properties: [
        'srx',
        'targetSrx',
        'rules',
        'trimLeadingWhitespace',
        'trimTrailingWhitespace',
        'treatIsolatedCodesAsWhitespace',
      ],
    },
    modelGroup,
    requestGroup,
  ],
  properties: {
    engine: {
      enum: ['hybrid', 'srx', 'intl', 'llm'],
      default: 'hybrid',
      description: 'Segmenter: rules first and Unicode for the rest, one of the two alone, or a language model.',
    },
    layer: { type: 'string', default: '', description: 'Segmentation layer to write; empty means the primary one.' },
    segmentSource: { type: 'boolean', default: true, description: 'Segment the source.' },
    segmentTarget: { type: 'boolean', default: false, description: 'Segment every target.' },
    srx: {
      type: 'string',
      default: defaultSrx,
      'x-path': 'in',
      description: 'Segmentation rules: an SRX 2.0 file, or the built-in rules.',
    },
    targetSrx: { type: 'string', 'x-path': 'in', description: 'Segmentation rules for targets, if different.' },
    rules: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          before: { type: 'string', description: 'Pattern for the text before the position.' },
          after: { type: 'string', description: 'Pattern for the text after the position.' },
          break: { type: 'boolean', description: 'Break at this position, or do not.' },
        },
        required: ['before', 'after', 'break'],
      },
      default: [],
      description: 'Rules that take precedence over all others.',
    },
    overwrite: { type: 'boolean', default: false, description: 'Replace existing segments.' },
    treatIsolatedCodesAsWhitespace: {
      type: 'boolean',
      default: false,
      description: 'Treat a standalone code as a space, so that a sentence may end before it.',
    },
    trimLeadingWhitespace: {
      type: 'boolean',
      default: true,
      description: 'Exclude leading white space from segments.',
    },
    trimTrailingWhitespace: {
      type: 'boolean',
      default: true,
      description: 'Exclude trailing white space from segments.',
    },
    ...aiProperties,
  },
  resolve: (config, { isLocalProvider }) => {
    const { layer, segmentSource, segmentTarget, engine, provider } = config;
    const remote = engine === 'llm' && !isLocalProvider(provider, config);
    const named = layer === '' ? {} : { layer };
    return {
      diagnostics: config.rules.flatMap(({ before, after }, index) => [
        ...patternProblem(before, `/rules/${index}/before`),
        ...patternProblem(after, `/rules/${index}/after`),
      ]),
      produces: [
        ...(segmentSource ? [{ type: OverlaySegmentation, side: PortSource, ...named } as const] : []),
        ...(segmentTarget ? [{ type: OverlaySegmentation, side: PortTarget, ...named } as const] : []),
      ],
      ...(segmentTarget ? { consumes: [{ type: 'target', side: PortTarget, optional: segmentSource }] as const } : {}),
      ...(remote ? { sideEffects: ['api-call', 'remote-source-egress'], requires: ['credentials'] } : {}),
    };
  },
  prompts: (config, { source }) => (config.engine === 'llm' ? [{ name: source, text: segmentPrompt(config) }] : []),
  create: (config, { files }) => {
    const cutter = createCutter({ ...config, engine: config.engine === 'llm' ? 'hybrid' : config.engine }, files);
    if (config.engine === 'llm') {
      return { process: (ctx, input) => runGroups(config, meta, ctx, input, segmentWork(config, cutter, ctx)) };
    }
    return {
      annotate(view) {
        if (!view.translatable) return;
        if (config.segmentSource) segmentSide(view, null, view.source, view.sourceLocale, config, cutter);
        for (const variant of config.segmentTarget ? view.variants : []) {
          const runs = view.target(variant)?.runs;
          if (runs !== undefined) segmentSide(view, variant, runs, variantLocale(variant), config, cutter);
        }
      },
    };
  },
});

interface BreakConfig {
  readonly engine: 'hybrid' | 'srx' | 'intl';
  readonly srx: string;
  readonly targetSrx?: string;
  readonly rules: readonly SegmentRule[];
}

function createCutter({ engine, srx, targetSrx = srx, rules }: BreakConfig, files: FileAccess | undefined): FindBreaks {
  const first = rules.length === 0 ? undefined : toUserRules(rules);
  const source = createRuleSource(srx, files);
  const target = targetSrx === srx ? source : createRuleSource(targetSrx, files);
  const byItself: BreakOptions = { engine };
  return (text, locale, side) => {
    const own = (side === null ? source : target)(locale);
    if (own === undefined && first === undefined) return findBreaks(text, locale, byItself);
    const options: BreakOptions = {
      engine,
      ...(own === undefined ? {} : { rules: own.compiled }),
      ...(first === undefined ? {} : { first: first.compiled }),
    };
    if (first?.mayHang !== true && own?.mayHang !== true) return findBreaks(text, locale, options);
    return withinLimit(() => findBreaks(text, locale, options), overdue);
  };
}

/** Compiled rules of a user. */
interface UserRules {
  readonly compiled: CompiledRules;
  /** True when some of them are not proven harmless. */
  readonly mayHang: boolean;
}

function toUserRules(rules: readonly SegmentRule[]): UserRules {
  const mayHang = rules.some(({ before, after }) => !isUnambiguous(`(?<=${before})(?=${after})`, 'gv'));
  return { compiled: compileRules(rules), mayHang };
}

function overdue(limitMs: number): Error {
  return l10nErrors.create('L10N_PATTERN', { pattern: 'of segmentation', problem: `it took more than ${limitMs} ms` });
}

/** Creates the rules by locale; undefined for the built-in rules, which the segmenter has. */
function createRuleSource(name: string, files: FileAccess | undefined): (locale: string) => UserRules | undefined {
  if (name === defaultSrx) return () => undefined;
  let srx: Srx | undefined;
  const byLocale = new Map<string, UserRules>();
  return (locale) => {
    srx ??= loadSrx(name, files);
    const known = byLocale.get(locale) ?? toUserRules(srxRulesFor(srx, locale));
    byLocale.set(locale, known);
    return known;
  };
}

function loadSrx(path: string, files: FileAccess | undefined): Srx {
  try {
    return readSrx(readTextFile(path, files), path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw flowErrors.create('FLOW_NOT_FOUND', { kind: 'file', name: path }, { cause: error });
    }
    throw error;
  }
}
