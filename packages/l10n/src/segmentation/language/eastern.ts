import { words, type Language } from './language.js';

export const sk: Language = {
  titles:
    words(`p pán dr mgr ing bc prof doc judr mudr phdr rndr csc sv napr t.j tzn tzv resp príp vrát cca najmä gen plk
    mjr kpt por porov pozn red ul nám tr hl`),
  beforeNumber: words('s str č čís čl ods kap obr tab zv roč tel hod r cca'),
  mayEnd: words('atď a.s s.r.o a.i ap jr spol'),
  starters:
    words(`ten tá to tí tie on ona ono oni ony ja my vy kto čo kde kedy prečo ako a i ale alebo však pretože keď ak
    po pred pri v vo z zo na do od pre za o u nie áno tiež potom teraz tu tam je sú bol bola bolo môj tvoj jeho jej náš ich
    každý všetko`),
  phrases: [String.raw`t\. ?j\.`, String.raw`s\. ?r\. ?o\.`],
  ordinalPeriod: true,
};

export const uk: Language = {
  titles:
    words(`м р рр ім проф акад доц інж св т.з напр див пор тов вул просп пров пл наб обл р-н ред вид упоряд кер зав
    заст ст куб кв пп гр`),
  beforeNumber: words(
    'с стор т ст п пп гл рис табл № вип ч кн тел бл січ лют бер квіт трав черв лип серп верес жовт лист груд',
  ),
  mayEnd: words('т.д т.п ін р рр ст грн коп тис млн млрд км м см кг н.е'),
  starters:
    words(`він вона воно вони я ти ми ви це цей ця ці той та ті хто що де коли чому як і й а але або якщо щоб тому
    після до при в у на з із від для за про к по не так ні також тоді потім тепер тут там був була було були мій твій його її
    наш ваш їх усі все кожен`),
  phrases: [String.raw`т\. ?зв\.`, String.raw`т\. ?д\.`, String.raw`до н\. ?е\.`],
};

export const bg: Language = {
  titles: words(
    `г г-н г-жа д-р проф акад доц инж св напр вж ср ул бул пл кв обл общ гр с им ред изд зам ген полк т.е т.нар`,
  ),
  beforeNumber: words('с стр т чл ал гл фиг табл № бр кн тел ок ян февр апр авг септ окт ноем дек'),
  mayEnd: words('т.н др г лв ст хил млн млрд км м см кг пр.н.е н.е'),
  starters:
    words(`той тя то те аз ти ние вие това този тази тези кой какво къде кога защо как и а но или ако за да след до
    при в във на с със от по не също тогава после сега тук там беше бяха моят твоят неговият нашият всички всеки`),
  phrases: [String.raw`т\. ?е\.`, String.raw`т\. ?нар\.`, String.raw`и т\. ?н\.`],
};

export const hr: Language = {
  titles: words(`g gđa gđica dr prof doc mr dipl ing sv npr tj tzv odn usp vidi ul trg gen puk bojn sat akad itd`),
  beforeNumber: words('str br čl st gl sl tab sv tel god r oko'),
  mayEnd: words('itd i.sl i.dr d.d d.o.o jr god kn'),
  starters:
    words(`taj ta to ti te on ona ono oni one ja mi vi tko što gdje kada zašto kako i a ali ili jer ako kad nakon
    prije pri u na s sa iz od za o po ne da također tada zatim sada ovdje tamo je su bio bila bilo moj tvoj njegov njezin naš
    njihov svi sve svaki`),
  phrases: [String.raw`d\. ?o\. ?o\.`, String.raw`n\. ?e\.`],
  ordinalPeriod: true,
};

export const hu: Language = {
  titles: words(`dr ifj id özv prof ún pl ill kb szt vö ld stb mgr u.i tkp ti`),
  beforeNumber: words('o old sz fej bek ábr tábl köt tel kb jan febr márc ápr máj jún júl aug szept okt nov dec'),
  mayEnd: words('stb kft bt zrt nyrt rt sz jr u'),
  starters:
    words(`a az egy ez ezek azok ő ők én te mi ti ki mi hol mikor miért hogyan és de vagy ha mert amikor után előtt
    nem igen is akkor most itt ott volt voltak van minden`),
  phrases: [String.raw`i\. ?e\.`, String.raw`i\. ?sz\.`],
  ordinalPeriod: true,
};

export const tr: Language = {
  titles: words(`dr prof doç yrd av sn müh uzm op alb yzb gen hz bkz örn vb krş çev haz yay mah cad sok apt`),
  beforeNumber: words('s sf no nu md bl böl şek tab c tel yak'),
  mayEnd: words('vb vs vd a.ş ltd şti mah cad sok'),
  starters:
    words(`bu şu o bunlar onlar ben sen biz siz kim ne nerede nasıl niçin neden ve ama fakat veya eğer çünkü sonra
    önce bir her bütün burada orada şimdi değil evet hayır`),
  phrases: [String.raw`m\. ?ö\.`, String.raw`m\. ?s\.`, String.raw`T\. ?C\.`],
  ordinalPeriod: true,
};
