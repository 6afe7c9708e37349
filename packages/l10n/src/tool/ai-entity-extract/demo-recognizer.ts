import type { EntityType } from '../../redaction/entity-type.js';
import { findPreset, type PresetName } from '../../redaction/preset.js';
import type { FoundEntity, Recognizer } from './recognizer.js';

interface Kind {
  readonly type: EntityType;
  readonly confidence: number;
  find(text: string): readonly { readonly start: number; readonly end: number }[];
}

const name = String.raw`\p{Lu}[\p{L}\p{M}'’\-]{1,40}`;
const titles = 'Mr|Mrs|Ms|Mx|Dr|Prof|Sir|Lady|Herr|Frau|M|Mme|Mlle|Sr|Sra|Signor|Signora';
const legalForms = 'Inc|Ltd|LLC|Corp|Corporation|GmbH|AG|SE|SA|SAS|SpA|BV|NV|Oy|AB|ApS|plc|PLC';
const months =
  'January|February|March|April|May|June|July|August|September|October|November|December|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember';
const units = 'km|cm|mm|m|kg|g|mg|t|l|ml|GB|MB|kB|TB|kWh|W|V|°C|°F|%';

const kinds: readonly Kind[] = [
  ...(['email', 'iban', 'credit-card', 'ip', 'uuid', 'jwt', 'api-key', 'phone'] as const).map(presetKind),
  patternKind('other', 0.95, /\bhttps?:\/\/[^\s<>"']{1,2000}[^\s<>"'.,;:!?)]/gu),
  patternKind('person', 0.8, new RegExp(`(?<=(?<![\\p{L}])(?:${titles})\\.? )${name}(?: ${name}){0,3}`, 'gu')),
  patternKind('organization', 0.8, new RegExp(`(?<![\\p{L}])(?:${name} ){1,4}(?:${legalForms})(?![\\p{L}])\\.?`, 'gu')),
  patternKind(
    'date',
    0.9,
    new RegExp(
      `(?<!\\d)(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}\\.? (?:${months})(?: \\d{4})?|(?:${months}) \\d{1,2}(?:, \\d{4})?)(?!\\d)`,
      'gu',
    ),
  ),
  patternKind('time', 0.9, /(?<!\d)(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?: ?[ap]m)?(?!\d)/giu),
  patternKind('currency', 0.9, /[$€£¥] ?\d[\d.,]{0,20}|(?<!\d)\d[\d.,]{0,20} ?(?:€|EUR|USD|GBP|CHF|JPY)(?![\p{L}])/gu),
  patternKind('measurement', 0.7, new RegExp(`(?<![\\d.,])\\d[\\d.,]{0,15} ?(?:${units})(?![\\p{L}\\d])`, 'gu')),
];

/** The recogniser of the provider `demo`: a few shapes of names and numbers, the same answer every time. */
export const demoRecognizer: Recognizer = Object.freeze({
  recognize: async (texts: readonly string[]) => texts.map(recognize),
});

function recognize(text: string): readonly FoundEntity[] {
  return kinds.flatMap(({ type, confidence, find }) =>
    find(text).map(({ start, end }) => {
      const found = text.slice(start, end);
      return { text: found, occurrence: occurrenceAt(text, found, start), type, confidence };
    }),
  );
}

/** Which occurrence of a text begins at a place, from 1. */
function occurrenceAt(text: string, found: string, start: number): number {
  let count = 1;
  for (let at = text.indexOf(found); at !== -1 && at < start; at = text.indexOf(found, at + 1)) count += 1;
  return count;
}

function presetKind(preset: PresetName): Kind {
  return { type: 'other', confidence: 0.95, find: (text) => findPreset(preset, text) };
}

function patternKind(type: EntityType, confidence: number, pattern: RegExp): Kind {
  return {
    type,
    confidence,
    find: (text) =>
      Array.from(text.matchAll(pattern), (match) => ({ start: match.index, end: match.index + match[0].length })),
  };
}
