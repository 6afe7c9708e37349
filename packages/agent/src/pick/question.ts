import { isPlainObject } from '@helve/core';

/** One text of a question, and its weight. */
export interface QuestionPart {
  readonly text: string;
  readonly weight: number;
}

/** A question in the form that scorers read. */
export interface Question {
  readonly parts: readonly QuestionPart[];
  /** All parts, the most important first. */
  readonly text: string;
  /** Numbers that were given beside the text. */
  readonly numbers: number;
}

/** Longer texts are cut: the request of a person stands at the beginning. */
const MAX_TEXT = 20_000;
const MAX_LEAVES = 1_000;
const OLDER = 0.5;

/** Reads a text, chat messages in any provider's form (the last two of the user), or else the keys and texts of any value. */
export function toQuestion(input: unknown): Question {
  if (typeof input === 'string') return question([{ text: input, weight: 1 }]);
  const texts = userTexts(readMessages(input));
  if (texts !== undefined) {
    const [last = '', older = ''] = texts.toReversed();
    return question([
      { text: last, weight: 1 },
      { text: older, weight: OLDER },
    ]);
  }
  const leaves = collectLeaves(input);
  return question([{ text: leaves.texts.join('\n'), weight: 1 }], leaves.numbers);
}

function question(parts: readonly QuestionPart[], numbers = 0): Question {
  const weighted = parts
    .map(({ text, weight }) => Object.freeze({ text: text.slice(0, MAX_TEXT), weight }))
    .filter(({ text }) => text.trim() !== '');
  return Object.freeze({ parts: Object.freeze(weighted), text: weighted.map(({ text }) => text).join('\n'), numbers });
}

function readMessages(input: unknown): readonly unknown[] {
  if (Array.isArray(input)) return input;
  if (!isPlainObject(input)) return [];
  const inner = input['messages'] ?? input['contents'] ?? input['input'];
  return Array.isArray(inner) ? inner : 'role' in input ? [input] : [];
}

/** Returns what the user said, oldest first; `undefined` if these are not chat messages. */
function userTexts(messages: readonly unknown[]): readonly string[] | undefined {
  const known = messages.filter(isMessage);
  if (known.length === 0) return undefined;
  return known
    .filter(({ role }) => role === 'user')
    .map((message) => contentText(message['content'] ?? message['parts']))
    .filter((text) => text.trim() !== '');
}

function isMessage(value: unknown): value is Record<string, unknown> & { readonly role: string } {
  return isPlainObject(value) && typeof value['role'] === 'string' && ('content' in value || 'parts' in value);
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const texts = content.map((part: unknown) => {
    if (typeof part === 'string') return part;
    return isPlainObject(part) && typeof part['text'] === 'string' ? part['text'] : '';
  });
  return texts.filter((text) => text !== '').join('\n');
}

/** Collects keys and texts in their order, visiting each object once. */
function collectLeaves(input: unknown): { readonly texts: readonly string[]; readonly numbers: number } {
  const texts: string[] = [];
  const seen = new Set<unknown>();
  const waiting = [input];
  let numbers = 0;
  while (waiting.length > 0 && texts.length < MAX_LEAVES) {
    const value = waiting.shift();
    if (typeof value === 'string') texts.push(value);
    if (typeof value === 'number' || typeof value === 'bigint') numbers += 1;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (Array.isArray(value)) waiting.push(...value.slice(0, MAX_LEAVES));
    else for (const [key, inner] of Object.entries(value).slice(0, MAX_LEAVES)) waiting.push(key, inner);
  }
  return { texts, numbers };
}
