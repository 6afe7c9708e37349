/** Stems of the words for 0 to 12 and of their ordinals, by language: numbers apart by `|`, stems by spaces. */
const table: Readonly<Record<string, string>> = {
  en: 'zero no none empty|one first once single an a|two second twice both double pair binary other|three third triple thrice|four fourth quarter|five fifth|six sixth|seven|eight octal|nine ninth|ten tenth decimal|eleven|twelve twelfth dozen noon',
  de: 'null kein leer|ein erst|zwei zwei- beide doppelt anderen|dritt drei|vier|fünf|sechs|sieb|acht oktal|neun|zehn dezimal|elf|zwölf dutzend',
  fr: 'zéro aucun|un une premi|deux double second couple|trois trip|quatr quart quadr|cinq|six|sept|huit octa|neuf neuv|dix déci|onze|douz',
  es: 'cero ningun|un uno una prim|dos doble segund ambos|tres terc tripl|cuatro cuart|cinco quint|seis sext|siete sépt|ocho octa|nueve noven|diez déci deci|once|doce',
  pt: 'zero nenhum|um uma prim|dois duas dupl segund ambos|três terc tripl|quatro quart|cinco quint|seis sext|sete|oito octa|nove|dez deci|onze|doze',
  it: 'zero nessun|un uno una prim|due dopp second entramb|tre terz|quattr quart|cinqu quint|sei sest|sett|otto otta|nove non|dieci deci|undici|dodici',
  nl: 'nul geen|een één eerst|twee dubbel beide|drie derd|vier|vijf|zes|zeven|acht octa|negen|tien deci|elf|twaalf',
  sv: 'noll ing tom|en ett först|två andr dubb båda|tre|fyr fjärd|fem|sex sjätt|sju|åtta okta|nio|tio deci|elva|tolv',
  da: 'nul ing|en et ét én først|to anden dobb begge|tre|fire fjerd|fem|seks sjett|syv|otte okta|ni|ti deci|elleve|tolv',
  nb: 'null ing|en et ett én først|to andr dobb begge|tre|fire fjerd|fem|seks sjett|sju syv|åtte okta|ni|ti desi|elleve|tolv',
  fi: 'nolla tyhj|yksi yhd ensim|kaksi kahd kaht toi mole|kolm|neljä|viisi viid viit|kuusi kuud kuut|seitsem|kahdeksa|yhdeksä|kymmen|yksitoista|kaksitoista',
  pl: 'zer żad brak|jed pierw|dwa dwie dwó dwu drug podwój oba obu|trz|czter czwart|pię piąt|sześ szóst|sied siódm|ośmi osiem ósm|dziewię|dziesię|jedenaś|dwanaś',
  cs: 'nul žádn|jed prvn|dva dvě dvou druh dvoj oba obě|tři tře troj|čtyř čtvrt|pět pát|šest|sedm|osm|devět devát|deset desát|jedenáct|dvanáct',
  sk: 'nul žiad|jed prv|dva dve dvoch druh dvoj oba obe|tri tre tro|štyr štvrt|päť piat|šes|sedem siedm|osem ôsm osm|deväť deviat|desať desiat|jedenás|dvanás',
  hu: 'null nulla nincs|egy első|kettő két másod|három harm|négy|öt|hat|hét|nyolc|kilenc|tíz|tizenegy|tizenkett',
  ro: 'zero niciun|un unu una o prim|doi două doua dubl|trei tre|patru patr|cinci cinc|șase șas|șapte|opt|nouă|zece|unsprezece|doisprezece',
  tr: 'sıfır boş|bir ilk tek|iki çift|üç|dört|beş|altı|yedi|sekiz|dokuz|on|on bir|on iki',
  ru: 'нол нул пуст нет|один одн перв единств|два две дву втор двойн оба обе двоич|три трё тре тро|четыр четвер четвёр|пят|шест|сем седьм|восем восьм|девят|десят|одиннадцат|двенадцат',
  uk: "нул жод|один одн перш єдин|два дві дво друг подвій обидв|три тре тро|чотир четвер|п’ят пʼят п'ят|шіст шост|сім сьом|вісім восьм|дев’ят дев'ят|десят|одинадцят|дванадцят",
  bg: 'нул|един една едно първ|два две дву втор|три тре|четир четвърт|пет|шест|сед|осем осм|девет|десет|единадесет|дванадесет',
  el: 'μηδέν|ένα μία μια έναν πρώτ|δύο δυο δεύτερ διπλ|τρία τρεις τρίτ|τέσσερ τέταρτ|πέντε|έξι|επτά εφτά|οκτώ οχτώ|εννέα εννιά|δέκα|έντεκα|δώδεκα',
  ar: 'صفر لا لم|واحد أول احد أحد|اثن ثان|ثلاث ثالث|أربع رابع|خمس|ست سادس|سبع|ثمان ثامن|تسع|عشر|أحد عشر|اثنا عشر',
  he: 'אפס|אחד אחת ראשון|שתי שני שתיים|שלוש שליש|ארבע רביע|חמש חמיש|שש שישי|שבע|שמונה|תשע|עשר|אחת עשרה|שתים עשרה',
  ja: '零 〇 ゼロ ひとつも なし|一 ひとつ 最初 単|二 両 二つ ふたつ 2|三|四|五|六|七|八|九|十|十一|十二',
  zh: '零 〇 空|一 单 單 首|二 两 兩 双 雙 两|三|四|五|六|七|八|九|十|十一|十二',
  ko: '영 없|하나 한 첫 일 단|둘 두 이 양|셋 세 삼|넷 네 사|다섯 오|여섯 육|일곱 칠|여덟 팔|아홉 구|열 십|열한|열두',
  vi: 'không|một đầu|hai đôi|ba|bốn tư|năm|sáu|bảy|tám|chín|mười|mười một|mười hai',
  th: 'ศูนย์|หนึ่ง แรก เดียว|สอง คู่|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า|สิบ|สิบเอ็ด|สิบสอง',
};

/** The largest number whose words are known. */
export const largestNumberWord = 12;

/** True when a text has a word for a whole number up to 12 in this language; undefined if its words are not known. */
export function hasNumberWord(text: string, value: number, language: string): boolean | undefined {
  if (!Object.hasOwn(table, language)) return undefined;
  const stems = table[language]?.split('|')[value]?.split(' ') ?? [];
  const lower = text.toLowerCase();
  return stems.some((stem) => hasStem(lower, stem));
}

/** True when a word starts with the stem; short stems must be the whole word, and scripts without spaces have no starts. */
function hasStem(text: string, stem: string): boolean {
  for (let at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, at + 1)) {
    if (!/\p{Script=Latin}|\p{Script=Cyrillic}|\p{Script=Greek}/u.test(stem)) return true;
    if (/\p{L}/u.test(text.charAt(at - 1))) continue;
    if (stem.length > 2 || !/\p{L}/u.test(text.charAt(at + stem.length))) return true;
  }
  return false;
}
