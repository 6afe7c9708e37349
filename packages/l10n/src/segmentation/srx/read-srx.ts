import { createRequire } from 'node:module';
import type * as Saxes from 'saxes';
import { l10nErrors } from '../../l10n-errors.js';
import type { SegmentRule } from '../rule.js';
import { fromIcuPattern } from './from-icu-pattern.js';
import { PatternUnsupported } from './to-property.js';

/** Kind of inline code at a break: it goes with the text before, or after. */
export type HandleType = 'start' | 'end' | 'isolated';

/** An SRX 2.0 document. */
export interface Srx {
  /** True when all maps that match a language apply, not only the first. */
  readonly cascade: boolean;
  readonly segmentSubflows: boolean;
  /** True when a code of this type belongs to the segment before the break. */
  readonly handles: { readonly [type in HandleType]: boolean };
  readonly rules: ReadonlyMap<string, readonly SegmentRule[]>;
  readonly maps: readonly { readonly pattern: RegExp; readonly name: string }[];
}

interface Draft {
  cascade: boolean;
  segmentSubflows: boolean;
  handles: Record<HandleType, boolean>;
  rules: Map<string, SegmentRule[]>;
  maps: { pattern: RegExp; name: string }[];
  language: string;
  breaks: boolean;
  before: string;
  after: string;
}

/** Parses an SRX document; throws for a rule that cannot be translated. */
export function readSrx(text: string, file: string): Srx {
  // Loaded lazily, since it is slow to load and most processes read no rules of their own.
  const { SaxesParser } = createRequire(import.meta.url)('saxes') as typeof Saxes;
  const parser = new SaxesParser({ xmlns: true, position: true });
  const fail = (problem: string): never => {
    throw l10nErrors.create('L10N_PARSE', { file, format: 'SRX', problem, line: parser.line, column: parser.column });
  };
  const draft: Draft = { ...emptyDraft(), rules: new Map(), maps: [] };
  let chars: string | undefined;
  parser.on('error', (error) => fail(error.message.replace(/^\d+:\d+: /, '')));
  parser.on('doctype', () => fail('a document type is not allowed'));
  parser.on('text', (more) => {
    if (chars !== undefined) chars += more;
  });
  parser.on('opentag', ({ local, attributes }) => {
    const read = (name: string) => attributes[name]?.value;
    if (local === 'beforebreak' || local === 'afterbreak') chars = '';
    else open(draft, local, read, fail);
  });
  parser.on('closetag', ({ local }) => {
    if (local === 'beforebreak') draft.before = chars ?? '';
    if (local === 'afterbreak') draft.after = chars ?? '';
    if (local === 'rule') close(draft, fail);
    chars = undefined;
  });
  parser.write(text).close();
  const { cascade, segmentSubflows, handles, rules, maps } = draft;
  const lost = maps.find(({ name }) => !rules.has(name));
  if (lost !== undefined) fail(`the language map names "${lost.name}", which has no rules`);
  return { cascade, segmentSubflows, handles, rules, maps };
}

/** Lists the rules for a locale: of every map that matches, or of the first without a cascade. */
export function srxRulesFor(srx: Srx, locale: string): readonly SegmentRule[] {
  const fitting = srx.maps.filter(({ pattern }) => pattern.test(locale));
  return (srx.cascade ? fitting : fitting.slice(0, 1)).flatMap(({ name }) => srx.rules.get(name) ?? []);
}

function emptyDraft() {
  const handles = { start: false, end: true, isolated: false };
  return { cascade: false, segmentSubflows: true, handles, language: '', breaks: true, before: '', after: '' };
}

type Fail = (problem: string) => never;

function open(draft: Draft, element: string, read: (name: string) => string | undefined, fail: Fail): void {
  switch (element) {
    case 'header':
      draft.cascade = read('cascade') === 'yes';
      draft.segmentSubflows = read('segmentsubflows') !== 'no';
      return;
    case 'formathandle':
      return setHandle(draft, read('type'), read('include'), fail);
    case 'languagerule':
      draft.language = read('languagerulename') ?? fail('a language rule has no name');
      draft.rules.set(draft.language, draft.rules.get(draft.language) ?? []);
      return;
    case 'rule':
      Object.assign(draft, { breaks: read('break') !== 'no', before: '', after: '' });
      return;
    case 'languagemap':
      draft.maps.push({
        pattern: toMapPattern(read('languagepattern') ?? fail('a language map has no pattern'), fail),
        name: read('languagerulename') ?? fail('a language map names no rules'),
      });
      return;
    default:
      return undefined;
  }
}

function setHandle(draft: Draft, type: string | undefined, include: string | undefined, fail: Fail): void {
  if (type !== 'start' && type !== 'end' && type !== 'isolated') fail(`a format handle has the type "${type ?? ''}"`);
  draft.handles[type as HandleType] = include === 'yes';
}

function close(draft: Draft, fail: Fail): void {
  const { language, before, after, breaks } = draft;
  const rules = draft.rules.get(language) ?? fail('a rule is outside a language');
  try {
    rules.push({ before: fromIcuPattern(before), after: fromIcuPattern(after), break: breaks });
  } catch (cause) {
    if (!(cause instanceof PatternUnsupported)) throw cause;
    fail(`rule ${rules.length + 1} of "${language}" cannot be used: ${cause.message}`);
  }
}

/** Compiles a language pattern, which matches from the start of a tag in any case. */
function toMapPattern(pattern: string, fail: Fail): RegExp {
  try {
    return new RegExp(`^(?:${fromIcuPattern(pattern)})$`, 'iv');
  } catch (cause) {
    return fail(`the language pattern "${pattern}" cannot be used: ${cause instanceof Error ? cause.message : ''}`);
  }
}
