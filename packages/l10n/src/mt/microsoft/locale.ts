import type { LocaleTable } from '../locale-table.js';

/** Microsoft names languages of two scripts by script, and uses its own region for plain Portuguese. */
export const microsoftLocales: LocaleTable = {
  codes:
    'af am ar as az ba be bg bn bo bs ca cs cy da de dv el en es et eu fa fi fil fj fo fr ga gl gu ha he hi hr hsb ht hu ' +
    'hy id ig ikt is it iu ja ka kk km kn ko ky ln lo lt lv lzh mai mg mi mk ml mr ms mt mww my nb ne nl nso or ' +
    'otq pa pl ps ro ru rw sd si sk sl sm sn so sq st sv sw ta te th ti tk tn to tr tt ty ug uk ur uz vi ' +
    'xh yo yua yue zu',
  names: {
    no: 'nb',
    ckb: 'ku',
    ku: 'kmr',
    'ku-Arab': 'ku',
    'fa-AF': 'prs',
    lg: 'lug',
    ny: 'nya',
    rn: 'run',
    tlh: 'tlh-Latn',
    pt: 'pt-pt',
    'pt-BR': 'pt',
    'pt-PT': 'pt-pt',
    'fr-CA': 'fr-ca',
    'sr-Cyrl': 'sr-Cyrl',
    'sr-Latn': 'sr-Latn',
    'mn-Cyrl': 'mn-Cyrl',
    'mn-Mong': 'mn-Mong',
    'iu-Latn': 'iu-Latn',
    'zh-Hans': 'zh-Hans',
    'zh-Hant': 'zh-Hant',
  },
};
