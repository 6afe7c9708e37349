import { readLabelled, type LabelledText } from './labelled-text.js';
import {
  createDice,
  fill,
  grouped,
  lastDigit,
  madeAddress,
  madeAmount,
  madeCard,
  madeDate,
  madeEmail,
  madeIban,
  madePhone,
  madeUrl,
  pick,
  type Dice,
  type MadeLocale,
} from './made-value.js';

/** The generated kinds, each equally often. */
export const madeKinds = ['email', 'phone', 'iban', 'credit-card', 'ip', 'url', 'date', 'currency'] as const;

const makers: Readonly<Record<(typeof madeKinds)[number], (dice: Dice, locale: MadeLocale) => string>> = {
  email: madeEmail,
  phone: madePhone,
  iban: madeIban,
  'credit-card': madeCard,
  ip: madeAddress,
  url: madeUrl,
  date: madeDate,
  currency: madeAmount,
};

/** Frames around a value, with signs beside it that trouble patterns. */
const frames: Readonly<Record<MadeLocale, readonly [string, ...string[]]>> = {
  en: [
    'Please note _ for later.',
    'It was _, as we said.',
    '(_)',
    'Is it _?',
    '“_” is what it says.',
    '_',
    'Found: _; nothing else',
    'See _ and _.',
    'First _, then _!',
    'From _ to _',
    '* _ *',
  ],
  de: [
    'Bitte _ notieren.',
    'Es war _, wie gesagt.',
    'Gilt das (_) noch?',
    '„_“ steht dort.',
    'Eintrag: _',
    'Erst _, dann _.',
    'Sowohl _ als auch _!',
    '_.',
  ],
  fr: [
    'Notez _ pour plus tard.',
    'C’était _, paraît-il.',
    'Est-ce _ ?',
    '« _ »',
    'Voir _ et _.',
    'Entrée : _',
    'D’abord _, puis _.',
  ],
  es: [
    'Anote _ para luego.',
    '¿Es _?',
    'Era _, como dijimos.',
    'Véase _ y _.',
    'Entrada: _',
    '(_)',
    'Primero _, luego _.',
  ],
};
const locales = ['en', 'de', 'fr', 'es'] as const;

/** Generates texts; every fourth contains only lookalikes. Equal seeds give equal texts. */
export function madeEntities(count: number, seed = 7): readonly LabelledText[] {
  const dice = createDice(seed);
  return Array.from({ length: count }, (_, index) => {
    const locale = pick(dice, locales);
    const kind = madeKinds[index % madeKinds.length] ?? 'email';
    const isDecoy = Math.floor(index / madeKinds.length) % 4 === 3;
    const text = pick(dice, frames[locale]).replaceAll('_', () =>
      isDecoy || dice(8) === 0 ? madeDecoy(dice) : marked(kind, makers[kind](dice, locale)),
    );
    return readLabelled(locale, text);
  });
}

function marked(kind: string, made: string): string {
  const [value = '', before = ''] = made.split('|').reverse();
  return `${before}[${kind}:${value}]`;
}

const decoys: readonly [(dice: Dice) => string, ...((dice: Dice) => string)[]] = [
  // Checksums that are wrong by one.
  (dice) => wrongIban(madeIban(dice)),
  (dice) => wrongCard(dice),
  // Right checksums on numbers that no bank issues: serial numbers, devices, books.
  (dice) => {
    const start = fill(dice, pick(dice, ['1##############', '9##############', '8##############']));
    return grouped(dice, start + lastDigit(start));
  },
  (dice) => {
    const start = fill(dice, '35############');
    return start + lastDigit(start);
  },
  (dice) => fill(dice, 'ISBN 978-3-16-######-N'),
  // Impossible versions, sections and addresses.
  (dice) => `version ${dice(20)}.${dice(20)}.${dice(20)}.${dice(20)}`,
  (dice) => `v${dice(9)}.${dice(9)}.${dice(99)}`,
  (dice) => `section ${1 + dice(9)}.${1 + dice(9)}.${1 + dice(9)}.${1 + dice(9)}`,
  (dice) => `${256 + dice(700)}.${dice(256)}.${dice(256)}.${dice(256)}`,
  (dice) => `${dice(256)}.${dice(256)}.${dice(256)}.${dice(256)}.${dice(256)}`,
  (dice) => fill(dice, 'xx:xx:xx:xx:xx:xx'),
  () => 'std::map',
  () => 'Menu :: File',
  // Days that no calendar has.
  (dice) => `${32 + dice(60)}.${1 + dice(12)}.2024`,
  (dice) => `2024-${13 + dice(80)}-${10 + dice(18)}`,
  () => '30.02.2024',
  () => '29/02/2023',
  (dice) => `${2 + dice(7)}/${3 + dice(6)}`,
  // Numbers that are neither telephone nor card numbers.
  (dice) => `order no. 0${fill(dice, '#########')}`,
  (dice) => `Nr. ${fill(dice, '0###-######')}`,
  (dice) => `0.${fill(dice, '########')}`,
  (dice) => `(${1950 + dice(50)}-${2000 + dice(25)})`,
  (dice) => fill(dice, 'N ### ###'),
  (dice) => fill(dice, 'N,###,###'),
  (dice) => fill(dice, '#######'),
  (dice) => fill(dice, 'N######-##'),
  (dice) => `${dice(100)} %`,
  (dice) => `${1 + dice(40)} kg`,
  (dice) => `$HOME/${fill(dice, 'aaa')}`,
  (dice) => `$${fill(dice, 'Naaaa')}`,
  (dice) => `EUROPA ${dice(100)}`,
  (dice) => `${dice(100)} EUROPE`,
  // Text with the sign of an address that is not one.
  (dice) => `@${fill(dice, 'aaaaaa')}`,
  (dice) => fill(dice, 'aaa@aaa'),
  (dice) => `${fill(dice, 'aaaa')}.ts`,
  () => 'and/or',
  () => 'http://',
  () => 'www.',
  (dice) => `may ${1 + dice(20)}`,
  (dice) => fill(dice, 'AA## AAA ####'),
  (dice) => fill(dice, 'AN-####-####-AA'),
  (dice) => `${dice(24)}:${10 + dice(50)}:${10 + dice(50)}`,
];

function madeDecoy(dice: Dice): string {
  return pick(dice, decoys)(dice);
}

/** Changes the last digit of an account; one that ends with a letter loses its first digits. */
function wrongIban(account: string): string {
  return account.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
}

function wrongCard(dice: Dice): string {
  const card = madeCard(dice);
  return card.slice(0, -1) + String((Number(card.at(-1)) + 1 + dice(8)) % 10);
}
