import { isPlainObject } from '@helve/core';

const labelKeys = ['title', 'name', 'label', 'subject', 'id'];
const MAX_ITEMS = 5;
const MAX_TEXT = 2_000;

/** Puts the result of any tool into words. */
export function phraseResult(result: unknown): string {
  if (!isPlainObject(result)) return 'The tool answered with something I cannot read.';
  if (result['ok'] === true) return cut(phraseData(result['data']));
  return phraseError(isPlainObject(result['error']) ? result['error'] : {});
}

/** The advice to a model about a missing approval is not for the person to read. */
function phraseError({ type, message, suggestion, issues }: Record<string, unknown>): string {
  const sentences = (type === 'CONFIRMATION_REQUIRED' ? [message] : [message, suggestion]).filter(
    (text) => typeof text === 'string' && text !== '',
  );
  const issueTexts = Array.isArray(issues) ? issues.map(describeIssue).filter(Boolean) : [];
  const opening = type === 'CONFIRMATION_REQUIRED' ? 'Somebody has to approve this first' : 'That did not work';
  return `${opening}: ${[...sentences, ...issueTexts].join('. ') || String(type)}.`;
}

function describeIssue(issue: unknown): string {
  if (!isPlainObject(issue)) return '';
  const { pointer, message } = issue;
  return [pointer, message]
    .filter((part) => typeof part === 'string')
    .join(' ')
    .trim();
}

function phraseData(data: unknown): string {
  if (data === null || data === undefined) return 'Done.';
  if (Array.isArray(data)) return phraseList(data);
  if (!isPlainObject(data)) return typeof data === 'string' ? data : JSON.stringify(data);
  const entries = Object.entries(data).filter(([, value]) => value !== null && value !== undefined);
  if (entries.length === 0) return 'Done.';
  const [[, only] = ['', undefined]] = entries;
  if (entries.length === 1) return phraseData(only);
  return entries.map(([key, value]) => `${toWords(key)}: ${phraseValue(value)}`).join('\n');
}

function phraseList(items: readonly unknown[]): string {
  if (items.length === 0) return 'I found nothing.';
  const shown = items.slice(0, MAX_ITEMS).map((item) => `- ${phraseItem(item)}`);
  const more = items.length > MAX_ITEMS ? [`and ${items.length - MAX_ITEMS} more`] : [];
  return [...shown, ...more].join('\n');
}

/** Phrases one item: its label first, then the longest text about it. */
function phraseItem(item: unknown): string {
  if (!isPlainObject(item)) return phraseValue(item);
  const label = labelKeys.map((key) => item[key]).find((value) => typeof value === 'string');
  const others = Object.entries(item).filter(([, value]) => typeof value === 'string' && value !== label);
  const [about] = others.toSorted(([, a], [, b]) => String(b).length - String(a).length);
  if (label === undefined) return phraseValue(item);
  return about === undefined ? label : `${label}: ${String(about[1])}`;
}

function phraseValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(phraseItem).join(', ');
  if (!isPlainObject(value)) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${toWords(key)} ${phraseValue(inner)}`)
    .join(', ');
}

function toWords(key: string): string {
  return key.replaceAll(/([a-z])([A-Z])|_/g, '$1 $2').toLowerCase();
}

function cut(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)} …`;
}
