import type { Json } from '@helve/core';
import type { FileEvidence } from './file-evidence.js';
import type { FormatSign } from './file-kind.js';
import { isJsonObject } from './json-outline.js';

/**
 * Signs of entries with a "message", which two vocabularies have: catalogs of browser extensions, in which braces are
 * text, and FormatJS catalogs for Crowdin, in which they are ICU messages.
 *
 *     "hi": { "message": "Hi $NAME$", "placeholders": { … } }       browser extension
 *     "app.hi": { "message": "Hi {name}", "description": "…" }      FormatJS
 */
export interface MessageSigns {
  readonly chrome?: FormatSign;
  readonly formatjs?: FormatSign;
}

/** Confidence that the shape of the entries gives in one of the two vocabularies. */
const SHAPE = 0.95;
/** Confidence in either where nothing tells them apart: a person must. */
const UNSURE = 0.45;

/** Looks at entries with a "message"; gives nothing where the file has no such entries. */
export function lookAtMessages(file: FileEvidence): MessageSigns {
  const entries = readEntries(file.json);
  if (entries === undefined) return {};
  if (/(?:^|[\\/])_locales[\\/][^\\/]+[\\/]messages\.json$/u.test(file.path ?? ''))
    return { chrome: sure('its path is that of a browser extension') };
  const chrome = chromeReason(entries);
  const formatjs = formatjsReason(entries);
  if (chrome !== undefined && formatjs !== undefined) return { chrome: unsure(chrome), formatjs: unsure(formatjs) };
  if (chrome !== undefined) return { chrome: sure(chrome) };
  if (formatjs !== undefined) return { formatjs: sure(formatjs) };
  const numbered = entries.find(({ message }) => numberedArgument.test(message));
  if (numbered !== undefined) return { chrome: sure(reasonOf(numbered, numberedArgument)) };
  return withoutSigns(entries, file.path);
}

/** Without a sign, the name of the file decides where braces may be text or not. */
function withoutSigns(entries: readonly MessageEntry[], path: string | undefined): MessageSigns {
  const shape = 'every entry has a "message"';
  const named = entries.find(({ message }) => simpleArgument.test(message));
  // Without braces both read the same texts, and no extension has another name for its catalogs.
  if (named === undefined)
    return { chrome: { confidence: isMessagesFile(path) ? SHAPE : 0.6, reason: shape }, formatjs: unsure(shape) };
  const braces = reasonOf(named, simpleArgument);
  if (path === undefined || isMessagesFile(path)) return { chrome: unsure(shape), formatjs: unsure(braces) };
  return { formatjs: { confidence: 0.8, shape: SHAPE, reason: braces }, chrome: unsure(shape) };
}

function isMessagesFile(path = ''): boolean {
  return /(?:^|[\\/])messages\.json$/iu.test(path);
}

interface MessageEntry {
  readonly key: string;
  readonly message: string;
  readonly hasPlaceholders: boolean;
}

/** Lists the entries; the end of the first bytes may have cut the last one. */
function readEntries(json: Json | undefined): readonly MessageEntry[] | undefined {
  if (!isJsonObject(json)) return undefined;
  const members = Object.entries(json);
  const entries = members.flatMap(([key, value]): MessageEntry[] => {
    const message = isJsonObject(value) ? value['message'] : undefined;
    if (!isJsonObject(value) || typeof message !== 'string') return [];
    return [{ key, message, hasPlaceholders: isJsonObject(value['placeholders']) }];
  });
  const isCut = entries.length === members.length - 1 && entries.at(-1)?.key !== members.at(-1)?.[0];
  return entries.length > 0 && (entries.length === members.length || isCut) ? entries : undefined;
}

function chromeReason(entries: readonly MessageEntry[]): string | undefined {
  const held = entries.find(({ hasPlaceholders }) => hasPlaceholders);
  if (held !== undefined) return `"${held.key}" has "placeholders"`;
  const marked = entries.find(({ message }) => namedArgument.test(message));
  return marked && reasonOf(marked, namedArgument);
}

function formatjsReason(entries: readonly MessageEntry[]): string | undefined {
  const typed = entries.find(({ message }) => typedArgument.test(message));
  if (typed !== undefined) return `"${typed.key}" is an ICU message`;
  const misfit = entries.find(({ key }) => !/^[A-Za-z0-9_@]+$/u.test(key));
  return misfit && `no browser extension can have the key "${misfit.key}"`;
}

function reasonOf({ key, message }: MessageEntry, argument: RegExp): string {
  return `"${key}" has ${argument.exec(message)?.[0] ?? 'an argument'}`;
}

const namedArgument = /\$[A-Za-z0-9_@]+\$/u;
/** The place of an argument in an extension; elsewhere it may be a price. */
const numberedArgument = /\$[1-9](?![\d.,])/u;
const typedArgument =
  /\{\s*[\p{L}\p{N}_][\p{L}\p{N}_.-]*\s*,\s*(?:plural|select|selectordinal|number|date|time)\s*[,}]/u;
const simpleArgument = /(?<![{$%])\{\s*[\p{L}\p{N}_][\p{L}\p{N}_.-]*\s*\}(?!\})/u;

function sure(reason: string): FormatSign {
  return { confidence: SHAPE, reason };
}

function unsure(reason: string): FormatSign {
  return { confidence: UNSURE, shape: SHAPE - 0.01, reason };
}
