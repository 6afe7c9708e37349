import { words, type Language } from './language.js';

const scandinavianNumbers = words(
  'nr s p pp kl ca tlf tel kap fig bd jan feb mar apr jun jul aug sep sept okt nov dec des n°',
);

export const da: Language = {
  titles: words(`hr fr frk dr prof mag cand st skt sct bl.a f.eks dvs d.v.s fx jf jvf pga vedr inkl ekskl evt mr mrs ms
    mt afd adm ass dir eftf forf hhv iht ift kgl maks min mht o.l pkt red stk tilsv udg vejl i.e e.g mht obs`),
  beforeNumber: [...scandinavianNumbers, ...words('side art stk pkt § årg')],
  mayEnd: words('osv etc m.m m.v o.s.v mv mm a/s aps co jr sr'),
  starters:
    words(`en et den det de denne dette disse han hun jeg du vi i man der her hvem hvad hvor hvornår hvorfor hvordan og
    eller men for hvis når da som efter før fordi på ved med af fra til om under over min din hans hendes vores jeres deres alle
    mange nogle ingen ikke så også nu er var har havde kan kunne vil ville skal skulle lad`),
  phrases: [String.raw`f\. ?eks\.`, String.raw`bl\. ?a\.`, String.raw`d\. ?v\. ?s\.`],
  ordinalPeriod: true,
};

export const nb: Language = {
  titles:
    words(`hr fr frk dr prof mag st bl.a f.eks dvs d.v.s jf jfr pga vedr inkl ekskl evt ev eks kgl maks min mht ift iht
    adm dir avd forf red utg`),
  beforeNumber: [...scandinavianNumbers, ...words('side art pkt §')],
  mayEnd: words('osv etc m.m m.v o.l a/s as jr'),
  starters:
    words(`en ei et den det de denne dette disse han hun jeg du vi dere man der her hvem hva hvor når hvorfor hvordan og
    eller men for hvis da som etter før fordi på ved med av fra til om under over min din hans hennes vår deres alle mange noen
    ingen ikke så også nå er var har hadde kan kunne vil ville skal skulle`),
  ordinalPeriod: true,
};

export const sv: Language = {
  titles:
    words(`hr fr frk dr prof st bl.a t.ex d.v.s dvs jfr pga ang inkl exkl ev resp kl kungl f.d s.k t.o.m fr.o.m m.a.o
    i.st.f p.g.a red utg`),
  beforeNumber: [...scandinavianNumbers, ...words('sid art st mom §')],
  mayEnd: words('osv etc m.m m.fl o.s.v o.d ab jr'),
  starters:
    words(`en ett den det de denna detta dessa han hon jag du vi ni man där här vem vad var när varför hur och eller men
    för om som efter före innan på vid med av från till under över min din hans hennes vår er deras alla många några ingen inte
    så också nu är var har hade kan kunde vill skulle ska`),
  phrases: [
    String.raw`t\. ?ex\.`,
    String.raw`bl\. ?a\.`,
    String.raw`d\. ?v\. ?s\.`,
    String.raw`s\. ?k\.`,
    String.raw`f\. ?d\.`,
  ],
};

export const fi: Language = {
  titles: words(`hra rva nti tri prof tri dos ns esim ts mm ks vrt huom myöh synt kuoll puh os toim n ent`),
  beforeNumber: words('s nro nr no kpl luku puh n klo v kirj'),
  mayEnd: words('jne yms ym ynnä oy oyj ab'),
  starters:
    words(`se ne hän he minä sinä me te tämä nämä tuo nuo joka mikä mitä kuka missä milloin miksi miten kun jos koska
    mutta ja tai sekä myös nyt sitten silloin siellä täällä niin ei kaikki monet jotkut on oli ovat olivat voi`),
  phrases: [String.raw`ts\.`, String.raw`e\. ?Kr\.`, String.raw`j\. ?Kr\.`],
  ordinalPeriod: true,
};
