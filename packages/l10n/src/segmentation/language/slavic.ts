import { words, type Language } from './language.js';

export const pl: Language = {
  titles:
    words(`p pp pan dr mgr inż prof hab lek ks św o np m.in tzn tzw tj wg ww jw im ul al pl os godz gen płk mjr kpt por
    zob por przyp red tłum ok ew dot`),
  beforeNumber: words('s str nr art ust pkt poz rozdz rys tab t tel godz r ok tys'),
  mayEnd: words('itd itp etc r w wieku sp z o.o s.a jr zł'),
  starters:
    words(`ten ta to ci te on ona ono oni one ja ty my wy kto co gdzie kiedy dlaczego jak czy i a ale lub albo bo więc
    jeśli jeżeli gdy po przed przy w we z ze na do od dla za o u nie tak też także potem wtedy teraz tu tam jest są był była
    było mój twój jego jej nasz ich wszystko każdy`),
  phrases: [String.raw`m\. ?in\.`, String.raw`t\. ?j\.`],
  ordinalPeriod: true,
};

export const cs: Language = {
  titles: words(`p pí sl dr mgr ing bc prof doc judr mudr phdr rndr csc sv např tj tzn tzv resp popř př vč cca zvl mj čs
    gen plk mjr kpt por srov viz red ul nám tř`),
  beforeNumber: words('s str č čís čl odst kap obr tab sv roč tel hod r cca'),
  mayEnd: words('atd apod aj ap spol s.r.o a.s n.l př.n.l jr kč'),
  starters:
    words(`ten ta to ti ty on ona ono oni ony já my vy kdo co kde kdy proč jak a i ale nebo však protože když pokud
    jestliže po před při v ve z ze na do od pro za o u ne ano také pak potom nyní teď tady tam je jsou byl byla bylo můj tvůj
    jeho její náš jejich každý všechno`),
  phrases: [String.raw`t\. ?j\.`, String.raw`s\. ?r\. ?o\.`],
  ordinalPeriod: true,
};

const cyrillicInitials = {
  before: String.raw`(?<![\p{L}\p{N}])\p{Lu}\.`,
  after: String.raw`\s?\p{Lu}`,
  break: false,
} as const;

export const ru: Language = {
  titles: words(`г гг гр гос им проф акад доц инж д.м.н к.т.н св т.е т.к т.н напр см ср тов ул пр просп пер пл
    наб обл р-н респ ред изд сост пер исп рук зам зав мин куб кв`),
  beforeNumber: words('с стр т ст п пп гл рис табл № вып ч кн тел ок янв февр марта апр авг сент окт нояб дек'),
  mayEnd: words('т.д т.п др пр г гг в вв руб коп тыс млн млрд км м см кг н.э и.о'),
  starters:
    words(`он она оно они я ты мы вы это этот эта эти тот та те кто что где когда почему как и а но или если чтобы потому
    поэтому после до при в во на с со из от для за о об у к по не да нет также тогда потом теперь здесь там был была было были
    мой твой его её наш ваш их все всё каждый`),
  phrases: [String.raw`т\. ?е\.`, String.raw`т\. ?к\.`, String.raw`т\. ?н\.`, String.raw`до н\. ?э\.`],
  rules: [cyrillicInitials],
};

export const kk: Language = {
  titles: words('ғ жж обл ауд проф акад доц мыс'),
  beforeNumber: words('б бет № т ст ж'),
  mayEnd: words('т.б млн млрд мың тг'),
  starters:
    words(`бұл ол осы сол мен сен біз сіз олар кім не қайда қашан неге қалай және бірақ немесе егер сондықтан кейін бұрын
    мұнда онда`),
  phrases: [String.raw`т\. ?б\.`, String.raw`ж\. ?т\. ?б\.`],
  rules: [cyrillicInitials],
};
