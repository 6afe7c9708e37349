import { stem } from './stem.js';

/** For a word of a question, probable names of the parameter that takes the value beside it. */
export const valueKinds: ReadonlyMap<string, readonly string[]> = toMap([
  ['when', 'date time year'],
  ['where', 'location place city'],
  ['who whose whom', 'person name'],
  ['how much', 'amount cost price'],
  ['how many', 'number count quantity'],
  ['how long', 'duration time'],
  ['how far', 'distance'],
  ['how old', 'age'],
  ['how tall', 'height'],
  ['how high', 'height'],
  ['how fast', 'speed'],
  ['how big', 'size'],
  ['how large', 'size'],
  ['january february march april june july august september october november december', 'date day time'],
  ['monday tuesday wednesday thursday friday saturday sunday', 'date day time'],
  ['today tomorrow tonight yesterday', 'date day time'],
  ['year years', 'year'],
  ['usd eur gbp jpy cad aud dollar dollars euro euros yen rupee rupees', 'currency amount price'],
  ['pound pounds', 'currency amount price weight mass'],
  ['percent', 'rate percentage'],
  ['km kilometer kilometers kilometre kilometres mile miles meter meters metre metres', 'distance length'],
  ['cm centimeter centimeters mm feet foot ft inch inches yard yards', 'distance length'],
  ['kg kgs kilogram kilograms gram grams lb lbs ounce ounces ton tons', 'weight mass'],
  ['am pm', 'time'],
  ['second seconds minute minutes hour hours hrs', 'time duration'],
  ['celsius fahrenheit kelvin', 'temperature'],
  ['mph kmh kph', 'speed velocity'],
  ['liter liters litre litres gallon gallons ml', 'volume'],
  ['volt volts', 'voltage'],
  ['ampere amperes amp amps', 'current'],
  ['watt watts', 'power'],
  ['joule joules', 'energy'],
  ['newton newtons', 'force'],
  ['pascal pascals atm', 'pressure'],
  ['coulomb coulombs', 'charge'],
  ['hertz hz', 'frequency'],
  ['degree degrees', 'angle temperature'],
  ['english french spanish german chinese japanese', 'language'],
  ['italian portuguese russian korean arabic hindi', 'language'],
]);

/** Probable parameter names by the form of a value, where no word tells. */
export const formKinds: readonly { readonly form: RegExp; readonly kinds: readonly string[] }[] = [
  { form: /[$€£¥]/u, kinds: terms('currency amount price') },
  { form: /\d\s*%/u, kinds: terms('rate percentage') },
  { form: /\b(?:1[5-9]|20)\d\d\b/u, kinds: terms('year date') },
  { form: /\b\d{1,2}:\d\d\b/u, kinds: terms('time') },
  { form: /\[[^\]]*,[^\]]*\]/u, kinds: terms('list array') },
  { form: /-?\d{1,3}\.\d{2,},\s*-?\d{1,3}\.\d{2,}/u, kinds: terms('coordinates latitude longitude') },
  { form: /\S@\S+\.\w/u, kinds: terms('email') },
  { form: /\bhttps?:\/\//u, kinds: terms('url') },
];

/** Probable parameter names for a proper noun after a preposition of place. */
export const locationKinds = terms('location city');

function toMap(rows: readonly (readonly [string, string])[]): ReadonlyMap<string, readonly string[]> {
  const entries = rows.flatMap(([words, kinds]) => {
    const all = words.startsWith('how ') ? [words] : words.split(' ');
    return all.map((word) => [word, terms(kinds)] as const);
  });
  return new Map(entries);
}

function terms(words: string): readonly string[] {
  return Object.freeze(words.split(' ').map(stem));
}
