import {
  parse,
  TYPE,
  type MessageFormatElement,
  type PluralElement,
  type SelectElement,
} from '@formatjs/icu-messageformat-parser';
import { textRun, type PluralRun, type Run, type Runs, type SelectRun } from '@helve/flow';
import { normaliseRuns } from '@helve/flow/content';
import { tagPattern } from '../code/code-preset.js';
import { pairTags, type FoundTag, type UnnumberedRun } from '../code/pair-tags.js';

const maxNesting = 8;
const tag = new RegExp(tagPattern, 'gv');
/** The argument that Angular puts into messages; its templates need no form for all others. */
const ofAngular = /\{\s*VAR_(?:SELECT|PLURAL)(?:_\d+)?\s*,/;

/** A message as content, or its problem with the position. */
export type ParsedMessage =
  | { readonly ok: true; readonly runs: Runs }
  | { readonly ok: false; readonly problem: string; readonly index: number };

type Draft = Run | FoundTag | UnnumberedRun;

/** Parses an ICU message: arguments and (unless told otherwise) tags become codes, plurals and selects become forms. */
export function parseMessage(text: string, tags = true): ParsedMessage {
  const parsed = parseElements(text);
  if (!Array.isArray(parsed)) return { ok: false, ...parsed };
  if (nesting(parsed) > maxNesting)
    return { ok: false, problem: `forms are nested more than ${maxNesting} deep`, index: 0 };
  return { ok: true, runs: unitRuns(parsed, { text, tags }, '#') };
}

interface Fault {
  readonly problem: string;
  readonly index: number;
}

function parseElements(text: string): MessageFormatElement[] | Fault {
  try {
    return parse(text, { ignoreTag: true, captureLocation: true, requiresOtherClause: !ofAngular.test(text) });
  } catch (error) {
    return toFault(error);
  }
}

function toFault(error: unknown): Fault {
  const location: unknown = error instanceof Error ? Reflect.get(error, 'location') : undefined;
  const start: unknown = location !== null && typeof location === 'object' ? Reflect.get(location, 'start') : undefined;
  const offset: unknown = start !== null && typeof start === 'object' ? Reflect.get(start, 'offset') : undefined;
  const kind = error instanceof Error ? error.message.toLowerCase().replaceAll('_', ' ') : 'the message is invalid';
  return { problem: kind, index: typeof offset === 'number' ? offset : 0 };
}

function nesting(elements: readonly MessageFormatElement[]): number {
  const inner = elements.flatMap((element) =>
    element.type === TYPE.plural || element.type === TYPE.select
      ? Object.values(element.options).map(({ value }) => 1 + nesting(value))
      : [],
  );
  return Math.max(0, ...inner);
}

/** The written message, and whether its tags are codes. */
interface Message {
  readonly text: string;
  readonly tags: boolean;
}

function unitRuns(elements: readonly MessageFormatElement[], message: Message, pivot: string): Runs {
  const runs = pairTags(elements.flatMap((element) => toDrafts(element, message, pivot)));
  return normaliseRuns(runs.length === 0 ? [textRun('')] : runs);
}

function toDrafts(element: MessageFormatElement, message: Message, pivot: string): readonly Draft[] {
  switch (element.type) {
    case TYPE.literal:
      return message.tags ? literalDrafts(element.value) : [textRun(element.value)];
    case TYPE.plural:
      return [pluralRun(element, message)];
    case TYPE.select:
      return [selectRun(element, message, pivot)];
    case TYPE.pound:
      return [{ kind: 'ph', type: 'code:variable', data: '#', equiv: pivot }];
    case TYPE.argument:
    case TYPE.number:
    case TYPE.date:
    case TYPE.time:
    case TYPE.tag:
      return [{ kind: 'ph', type: 'code:variable', data: elementData(element, message.text), equiv: element.value }];
  }
}

function elementData(element: MessageFormatElement, text: string): string {
  const { location } = element;
  return location ? text.slice(location.start.offset, location.end.offset) : '';
}

function literalDrafts(value: string): Draft[] {
  const drafts: Draft[] = [];
  let at = 0;
  for (const { index, 0: data } of value.matchAll(tag)) {
    if (index > at) drafts.push(textRun(value.slice(at, index)));
    drafts.push({ kind: 'tag', data });
    at = index + data.length;
  }
  if (at < value.length) drafts.push(textRun(value.slice(at)));
  return drafts;
}

function pluralRun(element: PluralElement, message: Message): PluralRun {
  return {
    kind: 'plural',
    pivot: element.value,
    ...(element.pluralType === 'ordinal' ? { ordinal: true } : {}),
    ...(element.offset ? { offset: element.offset } : {}),
    forms: toForms(element, message, element.value),
  };
}

function selectRun(element: SelectElement, message: Message, pivot: string): SelectRun {
  return { kind: 'select', pivot: element.value, cases: toForms(element, message, pivot) };
}

function toForms(
  element: PluralElement | SelectElement,
  message: Message,
  pivot: string,
): { readonly [key: string]: Runs } {
  const forms = Object.entries(element.options).map(
    ([key, { value }]) => [key, unitRuns(value, message, pivot)] as const,
  );
  return Object.fromEntries(forms);
}
