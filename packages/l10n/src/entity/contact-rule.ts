import { findPreset, type PresetName } from '../redaction/detect/preset.js';
import { alternation, patternRule, type EntityRule } from './entity-rule.js';
import type { TextRange } from '../text/text-range.js';

/** Words before a number that is a count, a version or a file number, and neither an address nor a telephone number. */
const otherNumbers = new RegExp(
  `(?:^|[^\\p{L}])(?:${alternation(
    (
      'version versión versione versão wersja build release revision section chapter paragraph clause kapitel abschnitt ' +
      'chapitre article artikel order invoice ticket case serial part item model reference ref bestellung rechnung ' +
      'bestellnummer rechnungsnummer seriennummer artikelnummer vorgang commande facture référence pedido factura ' +
      'ordine fattura isbn issn ean imei sku nr no nº n° num number nummer numéro número id'
    ).split(' '),
  )})[.:#]{0,2}[ \\u00a0]?#?$|[§#][ \\u00a0]?$`,
  'iu',
);

/** Words before a telephone number. */
const dialWords =
  'telephone phone tel mobile fax whatsapp telefon mobil rufnummer téléphone teléfono móvil celular telefono ' +
  'cellulare telefone telemóvel telefoon mobiel komórka puhelin';

const dialled = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${alternation(dialWords.split(' '))})[.:]{0,2}[ \\u00a0]{1,2}(\\d[\\d \\u00a0./-]{5,18}\\d)(?![\\p{L}\\p{N}%€$£]|[.,:/-]\\d)`,
  'giu',
);

/** Leading digits and lengths of issued cards. */
const issued =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[068]\d{12}|35\d{14}|6\d{15,18}|5[0678]\d{11,17})$/;

/** Rules for contact and payment data: addresses, telephone numbers, accounts and cards. */
export const contactRules: readonly EntityRule[] = Object.freeze([
  presetRule('email'),
  presetRule('iban'),
  presetRule('credit-card', (text, { start, end }) => issued.test(text.slice(start, end).replaceAll(/\D/g, ''))),
  presetRule('ip', (text, range) => text[range.start - 1] !== '-' && isNoOtherNumber(text, range)),
  presetRule('phone', (text, range) => text[range.start] === '+' || isDialled(text, range)),
  patternRule('phone', 0.9, dialled, ({ 0: all, 1: number = '', index }) => {
    const digits = number.replaceAll(/\D/g, '').length;
    const start = index + all.length - number.length;
    return digits >= 7 && digits <= 15 ? { start, end: index + all.length } : undefined;
  }),
  patternRule(
    'url',
    0.95,
    /(?<![\p{L}\p{N}@])(?:(?:https?|s?ftps?|wss?):\/\/|file:\/\/\/|www\.)[\p{L}\p{N}[][^\s<>"`«»“”„‘’。、，]{1,2000}/giu,
    ({ 0: match, index }) => ({ start: index, end: index + urlLength(match) }),
  ),
  presetRule('uuid'),
  presetRule('jwt'),
  presetRule('api-key'),
]);

type Check = (text: string, range: TextRange) => boolean;

function presetRule(preset: PresetName, accept: Check = () => true): EntityRule {
  return {
    kind: preset,
    confidence: 0.95,
    find: (text) => findPreset(preset, text).filter((range) => accept(text, range)),
  };
}

function isNoOtherNumber(text: string, { start }: TextRange): boolean {
  return !otherNumbers.test(text.slice(Math.max(0, start - 24), start));
}

/**
 * True when a number without a country code is a telephone number: by its length or its groups, and not as a group of a
 * longer number.
 */
function isDialled(text: string, range: TextRange): boolean {
  const number = text.slice(range.start, range.end);
  const isGroup = /(?:^|[^\p{L}\p{N}.,:/-])[A-Z\d]{4} $/u.test(text.slice(Math.max(0, range.start - 6), range.start));
  return !isGroup && (number.length >= 9 || /\D/.test(number)) && isNoOtherNumber(text, range);
}

/** Returns the length of a URL without the punctuation and brackets of the sentence around it. */
function urlLength(match: string): number {
  let end = match.length;
  for (; end > 0; end -= 1) {
    const sign = match[end - 1] ?? '';
    if (/[.,;:!?…*_|']/u.test(sign)) continue;
    const open = { ')': '(', ']': '[', '}': '{' }[sign];
    if (open === undefined || count(match, open, end) >= count(match, sign, end)) break;
  }
  return end;
}

function count(text: string, sign: string, end: number): number {
  return text.slice(0, end).split(sign).length - 1;
}
