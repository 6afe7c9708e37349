import type { LocaleTable } from '../locale-table.js';

/** ModernMT names Chinese by country. */
export const modernmtLocales: LocaleTable = {
  codes:
    'af am ar az be bg bn bs ca ceb cs cy da de el en eo es et eu fa fi fr ga gl gu ha he hi hr ht hu hy id ig is it ja ' +
    'jv ka kk km kn ko ku ky lb lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn ny pa pl ps pt ro ru sd si sk sl sm ' +
    'sn so sq st su sv sw ta te tg th tr uk ur uz vi xh yi yo zu',
  names: {
    no: 'nb',
    fil: 'tl',
    'es-419': 'es-419',
    'es-ES': 'es-ES',
    'es-MX': 'es-MX',
    'fr-CA': 'fr-CA',
    'fr-FR': 'fr-FR',
    'pt-BR': 'pt-BR',
    'pt-PT': 'pt-PT',
    'en-GB': 'en-GB',
    'en-US': 'en-US',
    'sr-Cyrl': 'sr-Cyrl',
    'sr-Latn': 'sr-Latn',
    'zh-Hans': 'zh-CN',
    'zh-Hant': 'zh-TW',
  },
};
