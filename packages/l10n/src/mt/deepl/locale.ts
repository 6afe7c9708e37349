import type { LocaleTable } from '../locale-table.js';

/** DeepL writes codes in capitals and wants a country for English and Portuguese targets. */
export const deeplLocales: LocaleTable = {
  codes: '',
  names: {
    ...Object.fromEntries(
      (
        'ar bg cs da de el en es et fi fr he hu id it ja ko lt lv nb nl pl pt ro ru sk sl sv th tr uk vi zh ' +
        'ace af an as ay az ba be bho bn br bs ca ceb ckb cy eo eu fa ga gl gn gu ha hi hr ht hy ig is jv ka kk ky la ' +
        'lb lmo ln mai mg mi mk ml mn mr ms mt my ne oc om pa pag pam ps qu sa scn sq sr st su sw ta te tg tk tn ts ' +
        'tt ur uz wo xh yi yue zu'
      )
        .split(' ')
        .map((code) => [code, code.toUpperCase()]),
    ),
    'fa-AF': 'PRS',
    fil: 'TL',
    kok: 'GOM',
    ku: 'KMR',
    no: 'NB',
  },
  targets: {
    en: 'EN-US',
    'en-GB': 'EN-GB',
    'en-US': 'EN-US',
    pt: 'PT-PT',
    'pt-BR': 'PT-BR',
    'pt-PT': 'PT-PT',
    'es-419': 'ES-419',
    zh: 'ZH-HANS',
    'zh-Hans': 'ZH-HANS',
    'zh-Hant': 'ZH-HANT',
  },
};
