import type { FormatPreset } from '@helve/flow/content';

/** Keys of a go-i18n message besides its plural forms. */
const goKeys = ['id', 'description', 'hash', 'leftDelim', 'rightDelim'];

/** JSON vocabularies of message catalogs, as options. */
export const jsonPresets: readonly FormatPreset[] = [
  {
    id: 'chrome',
    title: 'Messages of a browser extension',
    options: {
      entries: [{ match: '*', value: 'message', notes: ['description'], placeholders: 'placeholders' }],
      otherValues: 'none',
      codeFinder: { presets: ['chrome'] },
    },
  },
  {
    id: 'formatjs',
    title: 'FormatJS messages',
    options: {
      entries: [
        { match: '*', value: 'defaultMessage', id: 'id', notes: ['description'] },
        { match: '**', value: 'defaultMessage', notes: ['description'] },
        { match: '*', value: 'message', notes: ['description'] },
      ],
      otherValues: 'keyed',
      codeFinder: { presets: ['icu', 'brace', 'html'] },
    },
  },
  {
    id: 'go-i18n',
    title: 'go-i18n messages',
    options: {
      entries: [
        { match: '**', notes: ['description'], plurals: true, besides: goKeys },
        { match: '*', value: 'translation', id: 'id', notes: ['description'], plurals: true },
      ],
      otherValues: 'keyed',
      codeFinder: { presets: ['brace'] },
    },
  },
  {
    id: 'gotext',
    title: 'gotext messages',
    options: {
      entries: [
        {
          match: 'messages.*',
          value: 'translation',
          id: 'id',
          notes: ['comment', 'translatorComment'],
          placeholders: 'placeholders',
        },
      ],
      otherValues: 'none',
      languageKey: 'language',
      codeFinder: { presets: ['brace'] },
    },
  },
  {
    id: 'resjson',
    title: 'Windows resource strings',
    options: {
      noteRules: { '**': '_{key}.comment' },
      exclude: ['_**', '**._**'],
      extractNonTranslatable: false,
      codeFinder: { presets: ['dotnet', 'html'] },
    },
  },
  {
    id: 'smartling',
    title: 'JSON with Smartling directives',
    options: {
      exclude: ['smartling', 'smartling.**'],
      noteRules: { '**.title': 'note', '**.message': 'description' },
      extractNonTranslatable: false,
    },
  },
  {
    id: 'dtcg',
    title: 'Design tokens',
    options: { include: ['$description', '**.$description'], extractNonTranslatable: false },
  },
];
