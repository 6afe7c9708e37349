import { alternation, patternRule, type EntityRule } from './entity-rule.js';
import { nameWord } from './word-name.js';

const named = `${nameWord}(?: ${nameWord}){0,2}`;
const linked = String.raw`(?:(?:de la|de los|de las|de|del|della|delle|dei|di|du|des|da|do|dos|van|of the|of) |de l[’']|d[’']|dell[’']|l[’'])?`;
const houseNumber = String.raw`(?:\d{1,4}[a-zA-Z]?,? )`;

const shapes: readonly string[] = [
  // 12 Baker Street, Fifth Avenue
  `${houseNumber}?(?:${nameWord} ){1,3}(?:Street|St\\.|Avenue|Ave\\.?|Road|Rd\\.?|Lane|Boulevard|Blvd\\.?|Square)(?![\\p{L}])`,
  // Lindenstraße 5, Kerkstraat 8
  String.raw`\p{Lu}[\p{L}\-]{2,40}(?:straße|strasse|str\.|weg|platz|allee|gasse|gatan|vägen|gade|vej|gata|straat|laan|plein)(?![\p{L}])(?: \d{1,4}[a-z]?)?`,
  `${houseNumber}?(?:[Rr]ue|[Bb]oulevard|[Aa]venue|[Qq]uai|Calle|Avenida|Plaza|Paseo|Via|Viale|Piazza|Corso|Rua|Praça|ulica|ul\\.) ${linked}${named}(?:,? \\d{1,4}(?!\\d))?`,
  // Lake Constance, Mount Fuji, the Gulf of Finland
  `(?:Lake|Mount|Mt\\.|Cape|San|Santa|Saint|Los|Las|Lac|Mont|Lago|Monte|Isle of|City of|Gulf of|Bay of|Sea of|Republic of|Province of) ${named}`,
  `(?:${nameWord} ){1,2}(?:River|Lake|Island|Islands|Mountains|Valley|County|Bay|Beach|Airport|Ocean|Sea|Desert|Peninsula|Province|City)(?![\\p{L}])`,
  String.raw`\p{Lu}[\p{L}\-]{2,30}(?:gebirge|flughafen)(?![\p{L}])|[\p{sc=Han}]{1,4}[都府県省](?![\p{sc=Han}])|[\p{sc=Han}]{2,3}市`,
];
const opening = /^(?:The|At|In|On|From|To|Near|Our|This|That|Die|Der|Das|Am|Im|La|Le|El|Il) /u;

/** Creates the rules for places: countries in a language and in English, streets, and words such as lake or airport. */
export function locationRules(language: string): readonly EntityRule[] {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${shapes.join('|')})`, 'gu');
  const names = alternation(countryNames(language));
  // In scripts without spaces a name may occur anywhere.
  const isUnspaced = /^(?:ja|zh|th|ko)$/.test(language);
  const countries = isUnspaced ? names : `(?<![\\p{L}\\p{N}\\-])(?:${names})(?![\\p{L}\\p{N}])`;
  return [
    patternRule('location', 0.7, pattern, ({ 0: match, index }) => {
      const skipped = opening.exec(match)?.[0].length ?? 0;
      return match.slice(skipped).includes(' ') || skipped === 0
        ? { start: index + skipped, end: index + match.length }
        : undefined;
    }),
    patternRule('location', 0.75, new RegExp(countries, 'gu')),
  ];
}

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
/** Region codes of groups and of non-places. */
const noCountries = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

function countryNames(language: string): readonly string[] {
  return [...new Set([language, 'en'])].flatMap((locale) => {
    const display = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
    return letters.flatMap((one) =>
      letters.flatMap((other) => {
        const name = noCountries.has(one + other) ? undefined : display.of(one + other);
        return name === undefined || name.length < 2 ? [] : [name.replace(/ [(（].*$/u, '')];
      }),
    );
  });
}
