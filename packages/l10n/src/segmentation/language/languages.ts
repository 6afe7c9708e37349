import { bg, hr, hu, sk, tr, uk } from './eastern.js';
import type { Language } from './language.js';
import { da, fi, nb, sv } from './northern.js';
import { ar, el, fa, hy, ja, ur, zh } from './other.js';
import { ca, ro } from './romance.js';
import { cs, kk, pl, ru } from './slavic.js';
import { de, en, es, fr, it, nl, pt } from './western.js';

/** Languages with rules of their own, by tag; all others use the shared rules. */
export const languages: { readonly [tag: string]: Language } = Object.freeze({
  ar,
  bg,
  bs: hr,
  ca,
  cs,
  da,
  de,
  el,
  en,
  es,
  fa,
  fi,
  fr,
  hr,
  hu,
  hy,
  it,
  ja,
  kk,
  nb,
  nl,
  no: nb,
  pl,
  pt,
  ro,
  ru,
  sk,
  sv,
  tr,
  uk,
  ur,
  zh,
});
