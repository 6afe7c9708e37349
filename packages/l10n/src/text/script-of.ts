/** The scripts of Unicode, most frequent first. */
const names =
  'Latin Cyrillic Greek Han Hiragana Katakana Hangul Arabic Hebrew Devanagari Thai Adlam Ahom ' +
  'Anatolian_Hieroglyphs Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Beria_Erfe Bhaiksuki Bopomofo ' +
  'Brahmi Braille Buginese Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Chorasmian ' +
  'Coptic Cuneiform Cypriot Cypro_Minoan Deseret Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs Elbasan ' +
  'Elymaic Ethiopic Garay Georgian Glagolitic Gothic Grantha Gujarati Gunjala_Gondi Gurmukhi Gurung_Khema ' +
  'Hanifi_Rohingya Hanunoo Hatran Imperial_Aramaic Inscriptional_Pahlavi Inscriptional_Parthian Javanese Kaithi ' +
  'Kannada Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khmer Khojki Khudawadi Kirat_Rai Lao Lepcha Limbu ' +
  'Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen Masaram_Gondi ' +
  'Medefaidrin Meetei_Mayek Mende_Kikakui Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani ' +
  'Myanmar Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa Nko Nushu Nyiakeng_Puachue_Hmong Ogham Ol_Chiki ' +
  'Ol_Onal Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian ' +
  'Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician ' +
  'Psalter_Pahlavi Rejang Runic Samaritan Saurashtra Sharada Shavian Siddham Sidetic SignWriting Sinhala ' +
  'Sogdian Sora_Sompeng Soyombo Sundanese Sunuwar Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham Tai_Viet ' +
  'Tai_Yo Takri Tamil Tangsa Tangut Telugu Thaana Tibetan Tifinagh Tirhuta Todhri Tolong_Siki Toto ' +
  'Tulu_Tigalari Ugaritic Vai Vithkuqi Wancho Warang_Citi Yezidi Yi Zanabazar_Square';

const latin = /^\p{Script=Latin}$/u;
const known = new Map<string, string>();
let patterns: readonly (readonly [name: string, pattern: RegExp])[] | undefined;

/** Returns the script of a character; signs shared by many are `Common`, and combining marks are `Inherited`. */
export function scriptOf(char: string): string {
  if (latin.test(char)) return 'Latin';
  let script = known.get(char);
  if (script === undefined) known.set(char, (script = findScript(char)));
  return script;
}

/** Lists the scripts of a text in the order of their first letters, without signs and marks. */
export function scriptsIn(text: string): readonly string[] {
  const scripts = new Set<string>();
  for (const char of text) scripts.add(scriptOf(char));
  scripts.delete('Common');
  scripts.delete('Inherited');
  return [...scripts];
}

function findScript(char: string): string {
  patterns ??= [...names.split(' '), 'Inherited'].flatMap(toPattern);
  return patterns.find(([, pattern]) => pattern.test(char))?.[0] ?? 'Common';
}

/** Compiles the pattern of a script; one that the platform does not know yet has no characters. */
function toPattern(name: string): readonly (readonly [string, RegExp])[] {
  try {
    return [[name, new RegExp(`^\\p{Script=${name}}$`, 'u')]];
  } catch {
    return [];
  }
}
