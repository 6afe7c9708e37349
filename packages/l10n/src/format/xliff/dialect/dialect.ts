import type { OriginKind, TargetStatus } from '@helve/flow';
import type { CodePreset } from '../../code/code-preset.js';
import { attributeValue, childElements, findChild, type XmlElement } from '../../xml/xml-node.js';

/** Tools whose files Helve knows, by the names that the option has for them. */
export const dialectNames = ['plain', 'sdl', 'memoq', 'phrase', 'wordfast', 'apple', 'angular', 'symfony'] as const;
export type DialectName = (typeof dialectNames)[number];

/** States of a tool, and the statuses that they stand for. */
export interface StateTable {
  readonly attribute: string;
  readonly statusOf: Readonly<Record<string, TargetStatus>>;
  /** Status of a state that is in no table, and of a translation that has none. */
  readonly unknown: TargetStatus;
  readonly unset: TargetStatus;
  /** States that are written; undefined is written as no state. */
  readonly stateOf: Readonly<Record<TargetStatus, string | undefined>>;
  /** Statuses that the tool has no state of its own for, and the ones that they are read back as. */
  readonly folds: Readonly<Partial<Record<TargetStatus, TargetStatus>>>;
}

/** Attributes of a tool about a translation. */
export interface DialectMarks {
  /** The unit has them, or an element of the tool for each segment. */
  readonly on: 'unit' | 'segment';
  readonly state?: StateTable;
  readonly lock: { readonly attribute: string; readonly value: string };
  readonly score?: { readonly attribute: string; readonly whole: number };
  readonly origin?: { readonly attribute: string; readonly kinds: Readonly<Record<string, OriginKind>> };
}

/** Where one tool keeps what XLIFF has no place for, or keeps elsewhere. */
export interface Dialect {
  readonly id: DialectName;
  /** Namespaces of its attributes and elements; a file that declares one is of the tool. */
  readonly namespaces: readonly string[];
  /** Ids by which the tool names itself, and originals that only it has. */
  readonly tools?: readonly string[];
  readonly originals?: readonly string[];
  readonly marks?: DialectMarks;
  /** Codes that it writes as text. */
  readonly codes?: readonly { readonly pattern: string; readonly type: string }[];
  /** Notations of codes in its texts. */
  readonly presets?: readonly CodePreset[];
  /** True when units of one key are forms of one text. */
  readonly variations?: true;
}

const sdlStates: StateTable = {
  attribute: 'conf',
  statusOf: {
    Draft: 'draft',
    Translated: 'translated',
    RejectedTranslation: 'draft',
    ApprovedTranslation: 'reviewed',
    RejectedSignOff: 'draft',
    ApprovedSignOff: 'signed-off',
  },
  unknown: 'draft',
  unset: 'draft',
  stateOf: {
    new: undefined,
    draft: 'Draft',
    translated: 'Translated',
    reviewed: 'ApprovedTranslation',
    'signed-off': 'ApprovedSignOff',
  },
  // Trados has no state for a text that nobody has looked at; somebody may have written it.
  folds: { new: 'draft' },
};

const memoqStates: StateTable = {
  attribute: 'status',
  statusOf: {
    NotStarted: 'new',
    Pretranslated: 'draft',
    MachineTranslated: 'draft',
    AssembledFromFragments: 'draft',
    PartiallyEdited: 'draft',
    Rejected: 'draft',
    ManuallyConfirmed: 'translated',
    Proofread: 'reviewed',
  },
  unknown: 'draft',
  unset: 'draft',
  stateOf: {
    new: 'NotStarted',
    draft: 'PartiallyEdited',
    translated: 'ManuallyConfirmed',
    reviewed: 'Proofread',
    'signed-off': 'Proofread',
  },
  folds: { 'signed-off': 'reviewed' },
};

const phraseStates: StateTable = {
  attribute: 'confirmed',
  statusOf: { '0': 'draft', false: 'draft', '1': 'translated', true: 'translated', '2': 'reviewed' },
  unknown: 'reviewed',
  unset: 'draft',
  stateOf: { new: '0', draft: '0', translated: '1', reviewed: '2', 'signed-off': '2' },
  folds: { new: 'draft', 'signed-off': 'reviewed' },
};

/** The dialect of each tool. */
export const dialects: Readonly<Record<DialectName, Dialect>> = Object.freeze({
  plain: { id: 'plain', namespaces: [] },
  sdl: {
    id: 'sdl',
    namespaces: ['http://sdl.com/FileTypes/SdlXliff/1.0'],
    marks: {
      on: 'segment',
      state: sdlStates,
      lock: { attribute: 'locked', value: 'true' },
      score: { attribute: 'percent', whole: 100 },
      origin: {
        attribute: 'origin',
        kinds: { interactive: 'human', mt: 'mt', nmt: 'mt', tm: 'tm', 'document-match': 'tm', 'auto-propagated': 'tm' },
      },
    },
  },
  memoq: {
    id: 'memoq',
    namespaces: ['MQXliff'],
    marks: {
      on: 'unit',
      state: memoqStates,
      lock: { attribute: 'locked', value: 'locked' },
      score: { attribute: 'percent', whole: 100 },
    },
  },
  phrase: {
    id: 'phrase',
    namespaces: ['http://www.memsource.com/mxlf/2.0'],
    marks: {
      on: 'unit',
      state: phraseStates,
      lock: { attribute: 'locked', value: 'true' },
      score: { attribute: 'score', whole: 1 },
      origin: { attribute: 'trans-origin', kinds: { mt: 'mt', tm: 'tm', human: 'human' } },
    },
    codes: [{ pattern: String.raw`\{\w{1,8}>|<\w{1,8}\}`, type: 'code:placeholder' }],
  },
  wordfast: {
    id: 'wordfast',
    namespaces: ['http://www.gs4tr.org/schema/xliff-ext'],
    marks: { on: 'unit', lock: { attribute: 'locked', value: 'true' }, score: { attribute: 'score', whole: 100 } },
  },
  apple: { id: 'apple', namespaces: [], tools: ['com.apple.dt.xcode'], presets: ['apple'], variations: true },
  angular: { id: 'angular', namespaces: [], originals: ['ng.template', 'ng2.template'], presets: ['icu'] },
  symfony: { id: 'symfony', namespaces: [], tools: ['symfony'] },
});

/** Finds the dialect of a file by the namespaces that it declares, the tool that it names, or its original. */
export function findDialect(root: XmlElement | undefined): Dialect {
  if (root === undefined) return dialects.plain;
  const files = childElements(root).filter(({ local }) => local === 'file');
  const declared = new Set([root, ...files].flatMap(({ namespaces }) => Object.values(namespaces)));
  const tools = new Set(files.flatMap(toolIds));
  const originals = new Set(files.map((file) => attributeValue(file, 'original') ?? ''));
  const found = Object.values(dialects).find(
    (dialect) =>
      dialect.namespaces.some((uri) => declared.has(uri)) ||
      dialect.tools?.some((tool) => tools.has(tool)) ||
      dialect.originals?.some((original) => originals.has(original)),
  );
  return found ?? dialects.plain;
}

function toolIds(file: XmlElement): readonly string[] {
  const header = findChild(file, 'header');
  const named = header === undefined ? [] : childElements(header).filter(({ local }) => local === 'tool');
  return [file, ...named].flatMap((element) => attributeValue(element, 'tool-id')?.toLowerCase() ?? []);
}
