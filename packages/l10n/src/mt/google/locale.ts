import type { LocaleTable } from '../locale-table.js';

/** Google names Chinese by country, and has Norwegian Bokmål as Norwegian. */
export const googleLocales: LocaleTable = {
  codes:
    'af sq am ar hy as ay az bm eu be bn bho bs bg ca ceb co hr cs da dv doi nl en eo et ee fil fi fr fy gl ka de el ' +
    'gn gu ht ha haw he hi hmn hu is ig ilo id ga it ja jv kn kk km rw ko kri ku ckb ky lo la lv ln lt lg lb mk ' +
    'mai mg ms ml mt mi mr lus mn my ne no ny or om ps fa pl pt pa qu ro ru sm sa gd nso sr st sn sd si sk sl so es ' +
    'su sw sv tg ta tt te th ti ts tr tk ak uk ur ug uz vi cy xh yi yo zu ' +
    'ab ace ach alz awa ba ban bbc bem bew bik br bts btx bua cgg chm cnh crh crs cv din dov dz ff fj gaa hil hrx ktu ' +
    'li lij lmo ltg luo mak min new nr nus oc pag pam pap rn rom scn sg shn ss szl tet tn yua yue',
  names: {
    nb: 'no',
    kok: 'gom',
    'mni-Mtei': 'mni-Mtei',
    'ms-Arab': 'ms-Arab',
    'pa-Arab': 'pa-Arab',
    'zh-Hans': 'zh-CN',
    'zh-Hant': 'zh-TW',
    'pt-PT': 'pt-PT',
    'fr-CA': 'fr-CA',
  },
};
