/** Generates reproducible pseudo-random numbers below a bound. */
export type Dice = (below: number) => number;

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export function pick<T>(dice: Dice, list: readonly [T, ...T[]]): T {
  return list[dice(list.length)] ?? list[0];
}

/** Fills a shape: digits for `#`, digits from 1 for `N`, hexadecimal ones for `x`, letters for `A` and `a`. */
export function fill(dice: Dice, shape: string): string {
  return shape.replaceAll(/[#NxAa]/g, (sign) => {
    if (sign === '#') return String(dice(10));
    if (sign === 'N') return String(1 + dice(9));
    if (sign === 'x') return dice(16).toString(16);
    return String.fromCodePoint((sign === 'A' ? 65 : 97) + dice(26));
  });
}

const people = [
  'ada',
  'jean.luc',
  'k.noether',
  'maria_s',
  'o-hara',
  'jürgen',
  'zoë.k',
  'info',
  'x1',
  'first.last+tag',
] as const;
const hosts = [
  'mail.example',
  'shop.example.org',
  'example.co.uk',
  'a-b.example',
  'büro.example.de',
  'x.y.z.example.com',
] as const;

export function madeEmail(dice: Dice): string {
  return `${pick(dice, people)}${pick(dice, ['', '', String(dice(100))])}@${pick(dice, hosts)}`;
}

const phones = [
  '+49 30 N######',
  '+49 (0)30 N######',
  '+49 151 ########',
  '+1 555-###-####',
  '+1 (555) ###-####',
  '(555) ###-####',
  '555-###-####',
  '555.###.####',
  '+33 1 ## ## ## ##',
  '01 ## ## ## ##',
  '+44 20 7### ####',
  '020 7### ####',
  '+34 6## ## ## ##',
  '+39 06 N### ####',
  '+31 20 N## ####',
  '+48 22 N## ## ##',
  '+81 3-N###-####',
  '+91 9N### #####',
  '+1555N######',
  '+4930########',
  '030/N######',
  '030 - N######',
  '0171-#######',
  '089 / N## ## ##',
  '+55 11 N####-####',
  '+61 2 N### ####',
  '+420 N## ### ###',
  '+358 40 N######',
  '0043 1 N######',
  '+1-800-555-####',
  '1-800-555-####',
  '(+49) 30 N######',
  '+7 (495) ###-##-##',
  '+49\u00a030\u00a0N######',
  '(030) N######',
  'tel. |6## ## ## ##',
  'Telefon: |N#######',
  'phone |N## ####',
  'Fax |N### ### ###',
] as const;

/** Generates a telephone number; the text before `|` identifies it as one. */
export function madePhone(dice: Dice): string {
  const [number = '', word] = pick(dice, phones).split('|').reverse();
  return word === undefined ? fill(dice, number) : `${word}|${fill(dice, number)}`;
}

const accounts: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ['DE', '##################'],
  ['AT', '################'],
  ['CH', '#################'],
  ['FR', '##########AAAAAAAAAAA##'],
  ['GB', 'AAAA##############'],
  ['NL', 'AAAA##########'],
  ['ES', '####################'],
  ['IT', 'A##########AAAAAAAAAAAA'],
  ['BE', '############'],
  ['PL', '########################'],
  ['SE', '####################'],
  ['NO', '###########'],
  ['DK', '##############'],
  ['FI', '##############'],
  ['CZ', '####################'],
  ['PT', '#####################'],
  ['IE', 'AAAA##############'],
  ['LU', '###AAAAAAAAAAAAA'],
];

export function madeIban(dice: Dice): string {
  const [country, shape] = pick(dice, accounts);
  const account = fill(dice, shape);
  return grouped(dice, `${country}${String(98 - remainder(`${account}${country}00`)).padStart(2, '0')}${account}`);
}

function remainder(text: string): number {
  const digits = text.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return Number(BigInt(digits) % 97n);
}

/** Groups a text in fours, or not. */
export function grouped(dice: Dice, text: string, signs: readonly [string, ...string[]] = [' ', '']): string {
  const sign = pick(dice, signs);
  return text.replaceAll(/(.{4})(?=.)/g, `$1${sign}`);
}

const cards = [
  '4##############',
  '51#############',
  '55#############',
  '2221###########',
  '6011###########',
  '3528###########',
  '37############',
  '4111###########',
] as const;

export function madeCard(dice: Dice): string {
  const start = fill(dice, pick(dice, cards));
  return grouped(dice, start + lastDigit(start), [' ', '-', '']);
}

/** Computes the digit that makes the checksum of a card number right. */
export function lastDigit(start: string): number {
  const sum = Array.from(start)
    .reverse()
    .reduce((total, sign, index) => {
      const value = Number(sign) * (index % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return (10 - (sum % 10)) % 10;
}

export function madeAddress(dice: Dice): string {
  const part = () => dice(256);
  const group = () => dice(65_536).toString(16);
  const shapes: readonly [() => string, ...(() => string)[]] = [
    () => `${1 + dice(223)}.${part()}.${part()}.${part()}`,
    () => `10.${part()}.${part()}.${part()}`,
    () => `2001:db8::${group()}`,
    () => `fe80::${group()}:${group()}`,
    () => Array.from({ length: 8 }, group).join(':'),
    () => `::ffff:${1 + dice(223)}.${part()}.${part()}.${part()}`,
    () => '::1',
  ];
  return pick(dice, shapes)();
}

const paths = [
  '',
  '/',
  '/docs/start',
  '/a?b=c&d=%20e',
  '/x_(y)',
  '/p#part-2',
  '/~ada/index.html',
  ':8080/status',
  '/2024/03/05/news',
] as const;

export function madeUrl(dice: Dice): string {
  const scheme = pick(dice, ['https://', 'http://', 'https://www.', 'www.', 'ftp://']);
  return `${scheme}${pick(dice, ['example.com', 'shop.example.org', 'localhost.example', 'bücher.example'])}${pick(dice, paths)}`;
}

const months = {
  en: ['January', 'March', 'May', 'June', 'August', 'September', 'December'],
  de: ['Januar', 'März', 'Mai', 'Juni', 'August', 'Oktober', 'Dezember'],
  fr: ['janvier', 'mars', 'mai', 'juin', 'août', 'octobre', 'décembre'],
  es: ['enero', 'marzo', 'mayo', 'junio', 'agosto', 'octubre', 'diciembre'],
} as const;

export type MadeLocale = keyof typeof months;

export function madeDate(dice: Dice, locale: MadeLocale): string {
  const [day, month, year] = [1 + dice(28), 1 + dice(12), 1950 + dice(90)];
  const [dd, mm] = [String(day).padStart(2, '0'), String(month).padStart(2, '0')];
  const name = pick(dice, months[locale]);
  const written = {
    en: [
      `${day} ${name} ${year}`,
      `${name} ${day}, ${year}`,
      `${name} ${day}`,
      `${day}th of ${name} ${year}`,
      `${name} ${year}`,
      `${month}/${day}/${year}`,
      `${mm}/${dd}/${String(year).slice(2)}`,
      `${day}-${name.slice(0, 3)}-${year}`,
      `${name.slice(0, 3)} ${day}, ${year}`,
      `${name.toUpperCase()} ${day}, ${year}`,
    ],
    de: [
      `${day}. ${name} ${year}`,
      `${day}. ${name}`,
      `${name} ${year}`,
      `${day}.${month}.${year}`,
      `${dd}.${mm}.${String(year).slice(2)}`,
      `${dd}.${mm}.${year}`,
    ],
    fr: [
      `${day} ${name} ${year}`,
      `1er ${name} ${year}`,
      `${day} ${name}`,
      `${dd}/${mm}/${year}`,
      `${dd}-${mm}-${year}`,
    ],
    es: [`${day} de ${name} de ${year}`, `${day} de ${name}`, `${dd}/${mm}/${year}`, `${day}-${month}-${year}`],
  }[locale];
  const [first, ...others] = [...written, `${year}-${mm}-${dd}`, `${year}/${mm}/${dd}`];
  return pick(dice, [first, ...others]);
}

export function madeAmount(dice: Dice, locale: MadeLocale): string {
  const [units, cents] = [dice(1000), String(dice(100)).padStart(2, '0')];
  const thousands = String(dice(1000)).padStart(3, '0');
  const start = 1 + dice(998);
  const written = {
    en: [
      `$${units}`,
      `$${start},${thousands}.${cents}`,
      `£${units}.${cents}`,
      `€${units}`,
      `USD ${units}.${cents}`,
      `${units} dollars`,
      `$${start} million`,
      `${start},${thousands} GBP`,
      `CA$${units}`,
      `₹${1 + dice(9)},00,${thousands}`,
      `£${start}m`,
      `${units} cents`,
      `${start} US dollars`,
    ],
    de: [
      `${units},${cents} €`,
      `${start}.${thousands} €`,
      `${units} Euro`,
      `EUR ${units},${cents}`,
      `CHF ${start}'${thousands}`,
      `${start} Mio. €`,
      `${units},${cents} EUR`,
      `${units},- €`,
      `${units} kr`,
    ],
    fr: [
      `${units},${cents} €`,
      `${start}\u202f${thousands} €`,
      `${units} euros`,
      `${start} millions €`,
      `${units} CHF`,
    ],
    es: [
      `${units},${cents} €`,
      `${start}.${thousands} €`,
      `${units} euros`,
      `${units} pesos`,
      `${start} millones de euros`,
      `MXN ${units}`,
    ],
  }[locale];
  const [first = '', ...others] = written;
  return pick(dice, [first, ...others]);
}
