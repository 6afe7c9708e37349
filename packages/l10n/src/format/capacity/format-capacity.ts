import type { PluralKey, TargetStatus } from '@helve/flow';
import type { Format, FormatKind } from '@helve/flow/content';

/** Features of blocks that a file may hold or lose. */
export const blockFeatures = Object.freeze([
  'note',
  'context',
  'maxLength',
  'state',
  'plural',
  'select',
  'codeType',
  'segment',
  'alternative',
  'locale',
] as const);
export type BlockFeature = (typeof blockFeatures)[number];

/** Features of a block that a new file of one format can hold. */
export interface FormatCapacity {
  /** `preset` means that it depends on the options of the file. */
  readonly note: 'yes' | 'preset';
  readonly context: 'yes' | 'no';
  readonly maxLength: 'yes' | 'no' | 'preset';
  /** Statuses that are read back as they were written. */
  readonly states: readonly TargetStatus[];
  /** `message` writes forms as one ICU message; `units` writes a unit for each. */
  readonly plural: 'yes' | 'message' | 'units' | 'preset';
  /** Plural forms for exact numbers, ordinals and differences: all, that for the number 0, or none. */
  readonly exactForms: 'yes' | 'zero' | 'no';
  /** The only plural forms that a source has, if not all of its language. */
  readonly sourceForms?: readonly PluralKey[];
  /** A text may have forms by several numbers. */
  readonly severalPlurals: boolean;
  /** Forms have a place within a text, which stays around them: those of any text, or of one with several numbers. */
  readonly places?: 'always' | 'several';
  /** `device` holds forms by device, and no others. */
  readonly select: 'yes' | 'no' | 'message' | 'units' | 'device';
  /** `text` means that codes are found again by their text. */
  readonly codes: 'typed' | 'text';
  readonly segments: boolean;
  /** Proposals beside the translation; `previous` holds those of an earlier source only. */
  readonly alternatives: 'yes' | 'no' | 'previous';
  /** Number of languages beside the source. */
  readonly locales: 'none' | 'one' | 'many';
}

const everyState: readonly TargetStatus[] = Object.freeze(['new', 'draft', 'translated', 'reviewed', 'signed-off']);
const draftOrDone: readonly TargetStatus[] = Object.freeze(['draft', 'translated']);
/** A text in a file of its own language counts as translated. */
const doneOnly: readonly TargetStatus[] = Object.freeze(['translated']);

const xliff: FormatCapacity = {
  note: 'yes',
  context: 'yes',
  maxLength: 'yes',
  states: everyState,
  plural: 'yes',
  exactForms: 'yes',
  severalPlurals: true,
  select: 'yes',
  codes: 'typed',
  segments: true,
  alternatives: 'yes',
  locales: 'one',
};

const table: FormatCapacity = {
  ...xliff,
  plural: 'message',
  select: 'message',
  codes: 'text',
  segments: false,
  alternatives: 'no',
  locales: 'many',
};

const strings: FormatCapacity = {
  ...table,
  context: 'no',
  maxLength: 'no',
  states: doneOnly,
  locales: 'none',
};

const nested: FormatCapacity = { ...strings, note: 'preset', maxLength: 'preset', plural: 'preset' };
const platform: FormatCapacity = { ...strings, plural: 'yes', exactForms: 'zero', select: 'no' };
const plainForms = { plural: 'yes', exactForms: 'no', severalPlurals: false, select: 'no' } as const;

/** Features that new files can hold, by format. Losses of a conversion are computed from it before anything is written. */
export const formatCapacities: Readonly<Record<string, FormatCapacity>> = Object.freeze({
  xliff2: xliff,
  xliff: { ...xliff, plural: 'units', select: 'units' },
  po: {
    ...xliff,
    maxLength: 'no',
    states: draftOrDone,
    ...plainForms,
    sourceForms: ['one', 'other'],
    codes: 'text',
    segments: false,
    alternatives: 'previous',
  },
  tmx: { ...xliff, plural: 'units', select: 'units', segments: false, alternatives: 'no', locales: 'many' },
  csv: table,
  tsv: table,
  xlsx: table,
  ts: { ...table, ...plainForms, maxLength: 'no', states: draftOrDone, locales: 'one' },
  xcstrings: {
    ...platform,
    places: 'several',
    states: ['new', 'draft', 'translated'],
    select: 'device',
    locales: 'many',
  },
  androidxml: { ...platform, ...plainForms },
  stringsdict: { ...platform, places: 'always', select: 'device' },
  applestrings: strings,
  // A comment says how long a text may be.
  resx: { ...strings, maxLength: 'yes' },
  properties: strings,
  ini: strings,
  json: nested,
  yaml: nested,
  toml: nested,
  arb: nested,
  php: nested,
});

/** Kind of a new file of a format: one that can hold many languages has all of them, also where other files have one. */
export function newFileKind({ id, kind }: Pick<Format, 'id' | 'kind'>): FormatKind {
  return formatCapacities[id]?.locales === 'many' ? 'multilingual' : kind;
}
