import { words, type Language } from './language.js';

export const en: Language = {
  titles:
    words(`mr mrs ms messrs mmes dr drs prof profs rev fr sr st mt ft capt cmdr col gen lt maj sgt cpl adm hon gov sen
    rep pres supt det insp hr viz cf vs e.g i.e ex incl excl mfg dept univ assn bros esp orig al`),
  beforeNumber:
    words(`p pp no nos nr vol vols fig figs ch chap sec sect par art ed eq eqs ref refs app approx ca c circa
    min max tel ext rm apt ste pt jan feb mar apr jun jul aug sep sept oct nov dec n°`),
  mayEnd: words(`co corp inc ltd llc plc jr sr etc st ave blvd rd ln ct pl sq hwy est dept gov ph.d m.d b.a m.a d.c`),
  starters:
    words(`a an the this that these those he she it we you they i his her its our your their my who whom whose what
    which when where why how there here if in on at by for from with as and but or so yet not no all some any each every
    many most more one however although because while after before since until then also did do does is are was were has
    have had can could will would shall should may might must let please`),
  rules: [
    // A time of day that opens the sentence belongs to the text after it.
    {
      before: String.raw`(?:^|[.!?]\s)(?:At|By|Around|From|Until|Before|After|Since|On)\s+\p{N}{1,2}(?:[:.]\p{N}{2})?\s*[AaPp]\.?[Mm]\.`,
      after: String.raw`\s`,
      break: false,
    },
    { before: String.raw`\p{N}\s*[AaPp]\.[Mm]\.`, after: String.raw`\s+\p{Lu}`, break: true },
  ],
};

export const de: Language = {
  titles:
    words(`hr hrn fr frl dr drs prof ing dipl mag st bzw vgl ggf evtl inkl exkl zzgl sog insb bspw betr bes eig einschl
    entspr ehem geb gest gem i.d.r i.v i.a u.a z.b d.h o.ä u.u v.a z.t m.e a.d ugs vorm nachm röm kath ev max min ca`),
  beforeNumber: words(
    `nr s bd art abs kap abb tab ziff anm aufl jg bl str tel ca jan feb mär apr jun jul aug sept okt nov dez`,
  ),
  mayEnd: words(`usw etc u.s.w co gmbh ag jr sen str`),
  starters:
    words(`der die das ein eine einer einem einen er sie es wir ihr ich du man wer was wann wo warum wie wieso dort hier
    da dann danach deshalb daher darum doch aber und oder denn wenn weil als nach vor bei mit in im am an auf aus für von zu
    zum zur dies dieser diese dieses jeder jede alle viele einige kein keine nicht so auch nun jetzt heute gestern morgen
    mein dein sein unser ist sind war waren hat haben hatte kann können wird werden`),
  phrases: [
    String.raw`z\. ?B\.`,
    String.raw`d\. ?h\.`,
    String.raw`u\. ?a\.`,
    String.raw`o\. ?ä\.`,
    String.raw`i\. ?d\. ?R\.`,
    String.raw`u\. ?U\.`,
    String.raw`v\. ?a\.`,
    String.raw`z\. ?T\.`,
    String.raw`s\. ?o\.`,
    String.raw`s\. ?u\.`,
  ],
  ordinalPeriod: true,
};

export const fr: Language = {
  titles: words(
    `m mm mme mmes mlle mlles me dr pr st ste mgr cf ex env éd av bd boul adj anc appt c.-à-d p.ex i.e resp`,
  ),
  beforeNumber: words(`p pp n° no art chap fig vol t al tél janv févr avr juil sept oct nov déc env`),
  mayEnd: words(`etc co cie`),
  starters:
    words(`le la les l' un une des ce cet cette ces il elle ils elles on nous vous je tu qui que quoi où quand comment
    pourquoi mais et ou donc or ni car si dans en à au aux de du pour par avec sans sur sous après avant puis alors ainsi
    aussi mon ma mes ton son sa ses notre votre leur leurs tout tous toute chaque plusieurs`),
};

export const es: Language = {
  titles:
    words(`sr sra sres sras srta srtas d dña dr dra dres lic ing arq prof profa gral cnel cap sto sta ud uds vd vds excmo
    excma ilmo ilma mons pbro fr ej p.ej cía ntra av avda esq izq dcha aprox depto dpto admón`),
  beforeNumber: words(
    `p pág págs pp n núm nº art cap fig vol t tel ed aprox ene feb mar abr may jun jul ago sept oct nov dic`,
  ),
  mayEnd: words(`etc ee.uu ee. s.a s.l a.c d.c cía jr`),
  starters:
    words(`el la los las lo un una unos unas este esta estos estas ese esa eso aquel él ella ellos ellas yo tú usted
    ustedes nosotros qué quién cuándo dónde cómo por para con sin en de a y o pero si no se su sus mi tu nuestro cuando donde
    como porque aunque después antes luego entonces también así todo toda todos hay es son fue era`),
  phrases: [String.raw`EE\. ?UU\.`, String.raw`p\. ?ej\.`],
};

export const it: Language = {
  titles:
    words(`sig sigg sig.ra sig.na dott dott.ssa dr prof prof.ssa ing avv arch geom rag on sen mons s egr gent spett cav
    comm fam ecc.mo ill.mo rev p.es cfr es ca`),
  beforeNumber: words(
    `p pp pag pagg n nr art artt cap fig vol tel gen feb mar apr mag giu lug ago set sett ott nov dic ca`,
  ),
  mayEnd: words(`ecc etc s.p.a s.r.l co jr`),
  starters:
    words(`il lo la i gli le l' un uno una questo questa questi queste quello quella egli ella lui lei loro io tu noi voi
    chi che cosa quando dove come perché ma e o se non si in di a da con su per tra fra dopo prima poi allora anche così tutto
    ogni il mio suo nostro è sono era erano ha hanno`),
  phrases: [String.raw`p\. ?es\.`],
};

export const pt: Language = {
  titles:
    words(`sr sra srs sras srta d dr dra drs prof profa eng arq exmo exma v.exa ilmo ilma dom pe st sto sta cap cel gen ten
    av pç trav apt ex p.ex`),
  beforeNumber: words(
    `p pp pág págs n nº núm art cap fig vol tel ed jan fev mar abr mai jun jul ago set out nov dez aprox`,
  ),
  mayEnd: words(`etc s.a ltda cia jr`),
  starters:
    words(`o a os as um uma uns umas este esta isto esse essa isso aquele aquela ele ela eles elas eu tu você vocês nós
    quem que quando onde como por porque para com sem em no na nos nas de do da e ou mas se não seu sua meu minha nosso depois
    antes então também assim todo toda todos há é são foi era`),
};

export const nl: Language = {
  titles:
    words(`dhr mevr mw mej dr drs ing ir mr prof ds bijv bv d.w.z o.a m.a.w m.b.t i.v.m t.a.v n.a.v resp incl excl evt ca
    z.g zgn enz st jhr jkvr`),
  beforeNumber: words(`blz p pp nr art hfdst fig dl jrg tel jan feb mrt apr jun jul aug sept okt nov dec ca`),
  mayEnd: words(`enz etc e.d e.a n.v b.v co jr`),
  starters:
    words(`de het een deze dit die dat hij zij ze wij we ik jij je jullie u er hier daar wie wat waar wanneer waarom hoe en
    of maar want als toen nadat voordat omdat in op aan bij met van voor naar uit over door na om te zijn haar hun mijn onze
    alle veel geen niet ook zo dan nu is zijn was waren heeft hebben`),
};
