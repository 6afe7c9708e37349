import { words, type Language } from './language.js';

export const ro: Language = {
  titles:
    words(`dl dna dra d-l d-na dr prof ing conf lect acad sf ex cf vs gen col lt cpt str bd bl ap jud mun com loc ed
    trad red adj`),
  beforeNumber: words('p pag nr art alin lit cap fig tab vol tel cca ian feb mar apr iun iul aug sept oct noi dec'),
  mayEnd: words('etc s.a s.r.l ș.a ş.a jr lei'),
  starters: words(`el ea ei ele eu tu noi voi acesta aceasta acest această un o cine ce unde când cum de și dar sau dacă
    pentru după înainte în din la pe cu nu da apoi atunci acum aici acolo este sunt era erau toate fiecare`),
  phrases: [String.raw`d\. ?Hr\.`, String.raw`î\. ?Hr\.`, String.raw`ș\. ?a\. ?m\. ?d\.`],
};

export const ca: Language = {
  titles: words('sr sra srs sres dr dra prof profa il·lm excm st sta mn av avda c pl pça ctra ex cf vs dir coord'),
  beforeNumber: words('p pàg pàgs núm art cap fig vol tel aprox gen febr set oct nov des'),
  mayEnd: words('etc s.a s.l cia jr'),
  starters:
    words(`el la els les un una uns unes ell ella ells elles jo tu nosaltres vosaltres això aquest aquesta qui què
    on quan com per i però o si després abans en a de amb no sí també llavors ara aquí allà és són era eren tots cada`),
  phrases: [String.raw`p\. ?ex\.`, String.raw`a\. ?C\.`, String.raw`d\. ?C\.`],
};
