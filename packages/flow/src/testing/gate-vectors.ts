import type { Step } from '../contract/flow-document.js';
import type { CompileEnv } from '../check/compile-env.js';

/** A flow, what it is compiled for, and what the checks must say: `severity rule node`, in any order. */
export interface GateVector {
  readonly id: string;
  readonly title: string;
  readonly steps: readonly Step[];
  readonly env?: Partial<CompileEnv>;
  readonly says: readonly string[];
}

const file = { source: { kind: 'file' } } as const;
const cloud = { provider: 'anthropic' };
const rules = { rules: [{ term: 'Acme', category: 'organization' }] };

/** The vectors of the checks at load. */
export const gateVectors: readonly GateVector[] = [
  {
    id: 'KV21',
    title: 'qa-check alone on a file lacks targets',
    steps: [{ tool: 'qa-check' }],
    env: file,
    says: ['error port-missing 1'],
  },
  {
    id: 'KV21',
    title: 'qa-check alone on an interchange file finds targets',
    steps: [{ tool: 'qa-check' }],
    env: { source: { kind: 'interchange' } },
    says: [],
  },
  {
    id: 'KV21',
    title: 'qa-check alone on a bilingual file format finds targets',
    steps: [{ tool: 'qa-check' }],
    env: { source: { kind: 'file', format: 'bilingual' } },
    says: [],
  },
  {
    id: 'KV21',
    title: 'qa-check after a translation on a file passes',
    steps: [{ tool: 'ai-translate' }, { tool: 'qa-check' }],
    env: file,
    says: [],
  },
  {
    id: 'KV21',
    title: 'qa-check before the translation is too early',
    steps: [{ tool: 'qa-check' }, { tool: 'ai-translate' }],
    env: file,
    says: ['error port-late 1'],
  },
  {
    id: 'KV22',
    title: 'redact by entities lacks them on a file',
    steps: [{ tool: 'redact', config: { entityTypes: ['date'] } }],
    env: file,
    says: ['error port-missing 1', 'warning redaction-unrestored 1'],
  },
  {
    id: 'KV22',
    title: 'redact by entities after an entity step passes',
    steps: [{ tool: 'ai-entity-extract' }, { tool: 'redact', config: { entityTypes: ['date'] } }, { tool: 'unredact' }],
    env: file,
    says: [],
  },
  {
    id: 'KV22',
    title: 'redact by rules alone passes',
    steps: [{ tool: 'redact', config: rules }, { tool: 'unredact' }],
    env: file,
    says: [],
  },
  {
    id: 'KV23',
    title: 'redact after a cloud translation breaks both rules in one answer',
    steps: [{ tool: 'ai-translate', config: cloud }, { tool: 'redact', config: rules }, { tool: 'unredact' }],
    env: file,
    says: ['error transformer-after-target 2', 'error transformer-after-remote-egress 2'],
  },
  {
    id: 'KV23',
    title: 'redact by rules after a cloud entity step comes after the egress',
    steps: [{ tool: 'ai-entity-extract', config: cloud }, { tool: 'redact', config: rules }, { tool: 'unredact' }],
    env: file,
    says: ['error transformer-after-remote-egress 2'],
  },
  {
    id: 'KV23',
    title: 'redact by entities after a cloud entity step needs what that found',
    steps: [
      { tool: 'ai-entity-extract', config: cloud },
      { tool: 'redact', config: { entityTypes: ['person'] } },
      { tool: 'unredact' },
    ],
    env: file,
    says: [],
  },
  {
    id: 'KV23',
    title: 'redact by rules after an entity step of a local provider passes',
    steps: [
      { tool: 'ai-entity-extract', config: { provider: 'ollama' } },
      { tool: 'redact', config: rules },
      { tool: 'unredact' },
    ],
    env: file,
    says: [],
  },
  {
    id: 'KV23',
    title: 'unredact after a translation passes',
    steps: [{ tool: 'redact', config: rules }, { tool: 'ai-translate', config: cloud }, { tool: 'unredact' }],
    env: file,
    says: [],
  },
  {
    id: 'KV23',
    title: 'search-replace on targets only after a translation passes',
    steps: [
      { tool: 'ai-translate', config: cloud },
      { tool: 'search-replace', config: { search: 'a', replace: 'b' } },
    ],
    env: file,
    says: [],
  },
  {
    id: 'KV24',
    title: 'segmentation before redact is one warning',
    steps: [{ tool: 'segmentation' }, { tool: 'redact', config: rules }, { tool: 'unredact' }],
    env: file,
    says: ['warning transformer-late-placement 2'],
  },
  {
    id: 'KV24',
    title: 'unredact behind a step that marks the source is none, since it can stand nowhere else',
    steps: [{ tool: 'redact', config: rules }, { tool: 'segmentation' }, { tool: 'unredact' }],
    env: file,
    says: [],
  },
  {
    id: 'KV25',
    title: 'an unknown tool is one error and the other steps are still checked',
    steps: [
      { tool: 'ai-translat' },
      { tool: 'qa-check' },
      { tool: 'redact', config: { entityTypes: ['date'] } },
      { tool: 'unredact' },
    ],
    env: file,
    says: ['error unknown-tool 1', 'error port-missing 3'],
  },
  {
    id: 'KV25',
    title: 'a flow with three faults reports three',
    steps: [
      { tool: 'redact', config: { entityTypes: ['date'] } },
      { tool: 'unredact' },
      { tool: 'word-cuont' },
      { tool: 'tm-leverage', config: { fuzzyThreshold: 7 } },
    ],
    env: file,
    says: ['error port-missing 1', 'error unknown-tool 3', 'error config-invalid 4'],
  },
];

/** A flow and its passes, from `en` to `de fr ja`. */
export interface LocaleVector {
  readonly title: string;
  readonly steps: readonly Step[];
  readonly passes: readonly string[];
}

const each = ['en de', 'en fr', 'en ja'];

/** The vectors of the locale plan. */
export const localeVectors: readonly LocaleVector[] = [
  { title: 'word-count', steps: [{ tool: 'word-count' }], passes: ['en'] },
  { title: 'pseudo-translate', steps: [{ tool: 'pseudo-translate' }], passes: ['en qps'] },
  { title: 'ai-translate, qa-check', steps: [{ tool: 'ai-translate' }, { tool: 'qa-check' }], passes: each },
  {
    title: 'translation-comparison of a pair',
    steps: [{ tool: 'translation-comparison', locales: ['de', 'fr'] }],
    passes: ['de fr'],
  },
  {
    title: 'translation-comparison of a pair in its config',
    steps: [{ tool: 'translation-comparison', config: { locale1: 'de', locale2: 'fr' } }],
    passes: ['de fr'],
  },
  {
    title: 'inconsistency-check across locales',
    steps: [{ tool: 'inconsistency-check', config: { acrossLocales: true } }],
    passes: ['en de fr ja'],
  },
  {
    title: 'ai-translate, pseudo-translate',
    steps: [{ tool: 'ai-translate' }, { tool: 'pseudo-translate' }],
    passes: [...each, 'en qps'],
  },
  {
    title: 'pseudo-translate, qa-check',
    steps: [{ tool: 'pseudo-translate' }, { tool: 'qa-check' }],
    passes: ['en qps'],
  },
  {
    title: 'ai-translate, inconsistency-check across locales',
    steps: [{ tool: 'ai-translate' }, { tool: 'inconsistency-check', config: { acrossLocales: true } }],
    passes: [...each, 'en de fr ja'],
  },
  { title: 'segmentation, ai-translate', steps: [{ tool: 'segmentation' }, { tool: 'ai-translate' }], passes: each },
  {
    title: 'a repeated default appears once',
    steps: [{ tool: 'pseudo-translate' }, { tool: 'pseudo-translate', config: { prefix: '<' } }],
    passes: ['en qps'],
  },
  { title: 'an unknown tool counts as bilingual', steps: [{ tool: 'nobody-knows-it' }], passes: each },
  {
    title: 'steps inside parallel count',
    steps: [{ parallel: [{ tool: 'word-count' }, { steps: [{ tool: 'ai-translate' }, { tool: 'qa-check' }] }] }],
    passes: each,
  },
];
