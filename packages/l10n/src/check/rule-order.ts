import type { Finding } from '@helve/flow';
import { inlineId } from './unit-code.js';

/** Rules that say more, and rules that are silent about the same unit where one of them has spoken. */
interface RuleOrder {
  readonly first: readonly string[];
  readonly silent: readonly string[];
  /** The findings that are silent: about the same text or code, tags, or codes with an id; default: all of the unit. */
  readonly about?: 'same' | 'tags' | 'ids';
}

const codes = ['qa.missing-code', 'qa.extra-code', 'qa.non-deletable-missing', 'qa.non-cloneable-duplicated'];
const ids = ['qa.unknown-code-id', 'qa.missing-code-id'];
const edges = ['qa.leading-whitespace', 'qa.trailing-whitespace'];
const lengths = ['qa.max-length', 'qa.min-length', 'length.max-relative', 'length.min-relative'];

/** Rules about the parts of a message, which cannot be told of one that is not sound. */
const messages = [
  'placeholder.missing',
  'placeholder.extra',
  'placeholder.nesting',
  'qa.brackets',
  'qa.number-mismatch',
  'qa.argument-type',
  'qa.argument-format',
  ...codes,
  ...ids,
];

/** Order of the rules, as data: one fault has one finding, that of the rule which names it best. */
const ruleOrder: readonly RuleOrder[] = Object.freeze([
  { first: ['placeholder.invalid-source'], silent: [...messages, 'placeholder.invalid', 'qa.plural-forms'] },
  { first: ['placeholder.invalid'], silent: messages },
  { first: ids, silent: ['placeholder.missing', 'placeholder.extra'], about: 'ids' },
  { first: ids, silent: ['qa.number-mismatch', 'qa.url', 'qa.markdown', 'qa.half-translated', ...lengths] },
  { first: ['placeholder.nesting'], silent: [...codes, 'placeholder.missing', 'placeholder.extra'], about: 'tags' },
  { first: ['placeholder.type', 'placeholder.order'], silent: codes },
  { first: ['placeholder.missing', 'placeholder.extra'], silent: codes, about: 'same' },
  { first: ['placeholder.missing', 'placeholder.extra'], silent: ['qa.brackets', 'qa.number-mismatch'] },
  { first: ['qa.non-deletable-missing', 'qa.non-cloneable-duplicated'], silent: codes.slice(0, 2), about: 'same' },
  { first: codes, silent: ['qa.number-mismatch', 'qa.url', 'qa.markdown', 'qa.half-translated'] },
  { first: ['qa.repeated-key'], silent: ['qa.empty-target'] },
  { first: ['qa.nplurals', 'placeholder.plural-forms'], silent: ['qa.plural-forms'] },
  {
    first: ['qa.corrupted-characters', 'chars.mojibake'],
    silent: ['qa.wrong-language', 'qa.mixed-scripts', ...lengths],
  },
  { first: ['qa.same-as-source'], silent: ['qa.wrong-language', 'qa.half-translated'] },
  { first: ['qa.wrong-language'], silent: ['qa.half-translated', 'qa.capital', 'qa.number-mismatch', ...lengths] },
  { first: ['qa.line-ends'], silent: [...edges, 'qa.inner-line-ends'] },
  { first: edges, silent: ['qa.inner-line-ends', 'qa.tabs'] },
  { first: ['qa.url', 'qa.email', 'qa.path'], silent: ['qa.markdown', 'qa.number-mismatch', 'qa.option'] },
  { first: ['qa.markdown', 'qa.line-ends', 'qa.inner-line-ends'], silent: ['qa.brackets', 'qa.quotes'] },
  { first: ['qa.half-translated', 'qa.inner-line-ends', 'placeholder.missing', 'qa.missing-code'], silent: lengths },
  { first: ['qa.missing-sentence', 'qa.doubled-sentence'], silent: lengths },
  { first: ['qa.missing-sentence'], silent: ['qa.number-mismatch', 'qa.name', 'qa.url', 'qa.markdown'] },
]);

/** Leaves out the findings of a block whose fault another finding tells better. */
export function withoutEchoes<Located extends Placed>(found: readonly Located[]): readonly Located[] {
  if (found.length < 2) return found;
  return found.filter((one) => !found.some((other) => isToldBy(one, other)));
}

/** A finding with the part of the target that it is about. */
interface Placed {
  readonly finding: Finding;
  readonly target?: { readonly path?: string; readonly start: number; readonly end: number };
}

function isToldBy(placed: Placed, teller: Placed): boolean {
  const [one, other] = [placed.finding, teller.finding];
  const isElsewhere = other.side === 'target' && one.variant !== other.variant;
  if (one === other || isElsewhere || other.suppressed === true) return false;
  return ruleOrder.some(
    ({ first, silent, about }) =>
      silent.includes(one.rule) &&
      first.includes(other.rule) &&
      !first.includes(one.rule) &&
      (about === undefined || isAbout(about, placed, teller)),
  );
}

function isAbout(about: NonNullable<RuleOrder['about']>, placed: Placed, teller: Placed): boolean {
  const { subject = '' } = placed.finding;
  if (about === 'same') return subject === (teller.finding.subject ?? '') || isSamePart(placed.target, teller.target);
  return about === 'tags' ? subject.startsWith('<') : inlineId(subject) !== undefined;
}

/** True for findings about one code of the target, which has another name than in the source. */
function isSamePart(one: Placed['target'], other: Placed['target']): boolean {
  if (one === undefined || other === undefined || one.start === one.end) return false;
  return one.start === other.start && one.end === other.end && one.path === other.path;
}
