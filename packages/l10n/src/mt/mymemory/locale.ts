import type { LocaleTable } from '../locale-table.js';

/** MyMemory takes RFC 3066 tags, which have countries, and scripts only where a language has two. */
export const mymemoryLocales: LocaleTable = {
  codes:
    'af sq am ar hy az eu be bn bs bg ca hr cs da nl en eo et fi fr gl ka de el gu ht he hi hu is id ga it ja kn kk km ko ' +
    'ky lo la lv lt mk mg ms ml mt mi mr mn ne fa pl pt pa ro ru sk sl so es sw sv ta te th tr uk ur uz vi cy yi zu',
  names: {
    nb: 'nb-NO',
    no: 'nb-NO',
    'pt-BR': 'pt-BR',
    'pt-PT': 'pt-PT',
    'en-GB': 'en-GB',
    'en-US': 'en-US',
    'sr-Cyrl': 'sr-Cyrl-RS',
    'sr-Latn': 'sr-Latn-RS',
    'zh-Hans': 'zh-CN',
    'zh-Hant': 'zh-TW',
  },
};
