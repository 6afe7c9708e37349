/** Frequent words of languages that say nothing about a subject, for recognizing the language of a text. */
const table: Readonly<Record<string, string>> = {
  en: 'the of and to is are was were be been not this that with from for has have you your it its by or an as could cannot can will would should must when which there what how does do did if but',
  de: 'der die das und ist nicht ein eine einen einem einer mit von zu zum zur für auf im sie wird werden kann wurde wurden oder aus bei dem den des auch durch wenn ihr ihre sich als konnte keine kein nach noch sind',
  fr: 'le la les des du un une et est pas ne dans pour sur que qui avec vous votre vos par ce cette sont au aux être ou il elle nous plus cet peut été impossible a ont',
  es: 'el la los las un una unos y es no se que del para con por su sus al este esta son como está ser ha han lo más pero sobre puede fue sin desde',
  pt: 'o os as um uma e é não se que do da dos das para com por seu sua ao à este esta são como está ser foi mais na no nas nos pode sem',
  it: 'il lo la gli le un una e è non si che del della dei delle per con di da al alla questo questa sono come essere nel nella è stato più può dal',
  nl: 'de het een en is niet van voor met op te dat die zijn wordt worden kan of aan uw je bij naar als er door deze dit geen kon ook om',
  sv: 'och är inte att det en ett som för med på av till den kan har du din inte om från eller vid inga kunde ska var',
  da: 'og er ikke at det en et som for med på af til den kan har du din om fra eller ved ingen kunne skal var',
  nb: 'og er ikke at det en et som for med på av til den kan har du din om fra eller ved ingen kunne skal var ble',
  fi: 'ja on ei se että tai kun joka ovat voi ole jos sen olla tämä tämän mutta myös sekä vain kuin ettei voida',
  pl: 'i w na z nie do się jest to że dla przez lub od po jak są może być nie został tego ten ta przy oraz aby który która które można',
  cs: 'a v na s se je není to že pro nebo od po jako jsou může být byl byla bylo tento tato při aby který která které lze nelze do ze pokud',
  sk: 'a v na s sa je nie to že pre alebo od po ako sú môže byť bol bola bolo tento táto pri aby ktorý ktorá ktoré do zo ak',
  hu: 'a az és nem egy hogy van vagy meg ez csak már lehet kell volt ha ki be el is mint sem ezt azt nincs',
  ro: 'și în la de nu este un o cu pe pentru că din sau care sunt mai fi dacă acest această poate fost ale al',
  tr: 've bir bu için ile değil olarak veya da de daha ne kadar çok olan var yok gibi her en bulunamadı olmalıdır',
  vi: 'và là không của một có được cho các này trong với để những khi từ đã bị tập',
  id: 'dan yang di ke dari untuk tidak dengan ini itu adalah pada atau dapat akan telah oleh anda',
  ca: 'el la els les un una i és no es que del per amb al aquest aquesta són com està ser ha han més però sobre pot',
  hr: 'i u na s se je nije to da za ili od po kao su može biti bio ovaj ova pri koji koja koje nema',
  sl: 'in v na s se je ni to da za ali od po kot so lahko biti bil ta pri ki ne če',
  ru: 'и в на с не что это для по из от или как был быть если к за при можно нельзя его она они этот до все так',
  uk: 'і в на з не що це для по із від або як був бути якщо до за при можна його вона вони цей та є',
  bg: 'и в на с не че това за по от или как е са да се при ако към може той тя те този до',
  sr: 'и у на с не да је за или од по као су може бити овај при који која које ако се',
  el: 'και το η ο να δεν είναι για με στο της του την τα που από σε ή τον θα οι αν μια ένα',
};

/** Languages that share so many of these words that they cannot be told apart. */
const families: readonly string[] = [
  'es pt ca gl it ast oc',
  'sv da nb nn no',
  'cs sk',
  'hr sl sr bs',
  'ru uk bg sr be mk',
  'de nl af lb fy',
  'id ms',
];

/** Short words that several of these languages have, and by which none of them is told from the others. */
const shared: Readonly<Record<string, string>> = {
  de: 'es fr pt ca gl ro nl',
  en: 'es fr ca gl nl sv da nb nn no',
  un: 'es fr it ca ro',
  la: 'es fr it ca ro',
  no: 'es pt ca gl',
};

/** True for a word that a language has as well as others. */
export function isShared(word: string, language: string): boolean {
  return Object.hasOwn(shared, word) && shared[word]?.split(' ').includes(language) === true;
}

const known = new Map<string, ReadonlySet<string> | undefined>();

/** Returns the frequent words of a language; undefined for a language that is not in the table. */
export function functionWords(language: string): ReadonlySet<string> | undefined {
  if (!known.has(language)) known.set(language, Object.hasOwn(table, language) ? wordsOf(language) : undefined);
  return known.get(language);
}

function wordsOf(language: string): ReadonlySet<string> {
  return new Set((table[language] ?? '').split(' '));
}

/** True when two languages are the same, or share too many words to be told apart. */
export function isRelated(one: string, other: string): boolean {
  if (one === other) return true;
  return families.some((family) => {
    const members = family.split(' ');
    return members.includes(one) && members.includes(other);
  });
}

/** Languages of the table. */
export const knownLanguages: readonly string[] = Object.freeze(Object.keys(table));
