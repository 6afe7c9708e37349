/** Rule for one element. */
export interface ElementRule {
  /** Types of its attributes without a prefix; those with `!` are required. */
  readonly attributes: { readonly [name: string]: string };
  /** The `xml:` attributes that it may have. Default: those that go with `foreign`. */
  readonly xml?: readonly ('lang' | 'space')[];
  /** Prefixes of modules whose attributes it may have; `any` adds those of extensions. */
  readonly foreign?: 'any' | readonly string[];
  /** Its children in order, each with its cardinality; `other` is any element of another namespace. */
  readonly children?: readonly string[];
  /** True when it may contain text. */
  readonly mixed?: true;
  /** Allowed parents of a module element. */
  readonly parents?: readonly string[];
}

const inline = ['cp|ph|pc|sc|ec|mrk|sm|em*'];
const hints = { canCopy: 'yesNo', canDelete: 'yesNo', canReorder: 'reorder', copyOf: 'token' };
const kind = { type: 'codeType', subType: 'user' };
const shown = { disp: 'text', equiv: 'text', dataRef: 'token', subFlows: 'tokens' };
const mark = { 'id!': 'token', translate: 'yesNo', type: 'markType', ref: 'text', value: 'text' };
const structural = { canResegment: 'yesNo', translate: 'yesNo', srcDir: 'dir', trgDir: 'dir' };
const structure = ['file', 'group', 'unit'];

/** Every element of the core and of the modules, by its name in rules. */
export const elementRules: Readonly<Record<string, ElementRule>> = Object.freeze({
  xliff: {
    attributes: { 'version!': 'version', 'srcLang!': 'language', trgLang: 'language' },
    xml: ['space', 'lang'],
    foreign: 'any',
    children: ['notes?', 'mda:metadata?', 'file+'],
  },
  file: {
    attributes: { 'id!': 'token', original: 'text', ...structural },
    xml: ['space', 'lang'],
    foreign: 'any',
    children: ['skeleton?', 'other*', 'notes?', 'unit|group+'],
  },
  skeleton: { attributes: { href: 'text' }, children: ['other*'], mixed: true },
  group: {
    attributes: { 'id!': 'token', name: 'text', type: 'user', ...structural },
    xml: ['space', 'lang'],
    foreign: 'any',
    children: ['other*', 'notes?', 'unit|group*'],
  },
  unit: {
    attributes: { 'id!': 'token', name: 'text', type: 'user', ...structural },
    xml: ['space', 'lang'],
    foreign: 'any',
    children: ['other*', 'notes?', 'originalData?', 'segment|ignorable+'],
  },
  segment: {
    attributes: { id: 'token', canResegment: 'yesNo', state: 'state', subState: 'user' },
    foreign: ['pgs'],
    children: ['source', 'target?'],
  },
  ignorable: { attributes: { id: 'token' }, children: ['source', 'target?'] },
  notes: { attributes: {}, children: ['note+'] },
  note: {
    attributes: { id: 'token', appliesTo: 'side', category: 'text', priority: 'priority', ref: 'text' },
    xml: ['space', 'lang'],
    foreign: 'any',
    mixed: true,
  },
  originalData: { attributes: {}, children: ['data+'] },
  data: { attributes: { 'id!': 'token', dir: 'dir' }, xml: ['space'], children: ['cp*'], mixed: true },
  source: { attributes: {}, xml: ['lang', 'space'], children: inline, mixed: true },
  target: { attributes: { order: 'positive' }, xml: ['lang', 'space'], children: inline, mixed: true },
  cp: { attributes: { 'hex!': 'hex' } },
  ph: { attributes: { 'id!': 'token', ...hints, ...kind, ...shown }, foreign: 'any' },
  pc: {
    attributes: {
      'id!': 'token',
      ...hints,
      ...kind,
      canOverlap: 'yesNo',
      dispStart: 'text',
      dispEnd: 'text',
      equivStart: 'text',
      equivEnd: 'text',
      dataRefStart: 'token',
      dataRefEnd: 'token',
      subFlowsStart: 'tokens',
      subFlowsEnd: 'tokens',
      dir: 'dir',
    },
    foreign: 'any',
    children: inline,
    mixed: true,
  },
  sc: {
    attributes: { 'id!': 'token', ...hints, ...kind, ...shown, canOverlap: 'yesNo', dir: 'dir', isolated: 'yesNo' },
    foreign: 'any',
  },
  ec: {
    attributes: {
      id: 'token',
      startRef: 'token',
      ...hints,
      ...kind,
      ...shown,
      canOverlap: 'yesNo',
      dir: 'dir',
      isolated: 'yesNo',
    },
    foreign: 'any',
  },
  mrk: { attributes: mark, foreign: 'any', children: inline, mixed: true },
  sm: { attributes: mark, foreign: 'any' },
  em: { attributes: { 'startRef!': 'token' } },

  'mtc:matches': { attributes: {}, foreign: 'any', children: ['mtc:match+'], parents: ['unit'] },
  'mtc:match': {
    attributes: {
      id: 'token',
      matchQuality: 'percent',
      matchSuitability: 'percent',
      similarity: 'percent',
      origin: 'text',
      'ref!': 'text',
      reference: 'yesNo',
      type: 'matchType',
      subType: 'user',
    },
    xml: ['space'],
    foreign: 'any',
    children: ['mda:metadata?', 'originalData?', 'source', 'target', 'other*'],
  },

  'gls:glossary': { attributes: {}, foreign: 'any', children: ['gls:glossEntry+'], parents: ['unit'] },
  'gls:glossEntry': {
    attributes: { id: 'token', ref: 'text' },
    foreign: 'any',
    children: ['gls:term', 'gls:translation*', 'gls:definition?', 'other*'],
  },
  'gls:term': { attributes: { source: 'text' }, foreign: 'any', mixed: true },
  'gls:translation': { attributes: { id: 'token', ref: 'text', source: 'text' }, foreign: 'any', mixed: true },
  'gls:definition': { attributes: { source: 'text' }, foreign: 'any', mixed: true },

  'mda:metadata': {
    attributes: { id: 'token' },
    children: ['mda:metaGroup+'],
    parents: ['xliff', ...structure, 'mtc:match'],
  },
  'mda:metaGroup': {
    attributes: { id: 'token', category: 'text', appliesTo: 'metaSide' },
    children: ['mda:metaGroup|mda:meta+'],
  },
  'mda:meta': { attributes: { 'type!': 'text' }, mixed: true },

  'res:resourceData': { attributes: {}, children: ['res:resourceItemRef*', 'res:resourceItem*'], parents: structure },
  'res:resourceItemRef': { attributes: { id: 'token', 'ref!': 'token' }, foreign: 'any' },
  'res:resourceItem': {
    attributes: { mimeType: 'text', id: 'token', context: 'yesNo' },
    foreign: 'any',
    children: ['notes?', 'res:source?', 'res:target?', 'res:reference*'],
  },
  'res:source': { attributes: { href: 'text' }, xml: ['lang'], foreign: 'any', children: ['other*'] },
  'res:target': { attributes: { href: 'text' }, xml: ['lang'], foreign: 'any', children: ['other*'] },
  'res:reference': { attributes: { 'href!': 'text' }, xml: ['lang'], foreign: 'any' },

  'slr:profiles': {
    attributes: { generalProfile: 'text', storageProfile: 'text' },
    foreign: 'any',
    children: ['slr:normalization?', 'other*'],
    parents: ['file'],
  },
  'slr:normalization': { attributes: { general: 'normalization', storage: 'normalization' }, foreign: 'any' },
  'slr:data': { attributes: { 'profile!': 'text' }, foreign: 'any', children: ['other*'], parents: structure },

  'val:validation': { attributes: {}, foreign: 'any', children: ['val:rule+'], parents: structure },
  'val:rule': {
    attributes: {
      isPresent: 'text',
      occurs: 'positive',
      isNotPresent: 'text',
      startsWith: 'text',
      endsWith: 'text',
      existsInSource: 'yesNo',
      caseSensitive: 'yesNo',
      normalization: 'normalization',
      disabled: 'yesNo',
    },
    foreign: 'any',
  },

  'ctr:changeTrack': { attributes: {}, foreign: 'any', children: ['ctr:revisions+'], parents: structure },
  'ctr:revisions': {
    attributes: { 'appliesTo!': 'text', ref: 'token', currentVersion: 'token' },
    foreign: 'any',
    children: ['ctr:revision+'],
  },
  'ctr:revision': {
    attributes: { author: 'text', datetime: 'datetime', version: 'token' },
    foreign: 'any',
    children: ['ctr:item+'],
  },
  'ctr:item': { attributes: { 'property!': 'text' }, foreign: 'any', mixed: true },
});
