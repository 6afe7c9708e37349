import type { Json } from '@helve/core';
import type { FileEvidence } from './file-evidence.js';
import { isJsonObject } from './json-outline.js';
import { sign, type FormatSign, type FileKind } from './file-kind.js';
import { lookAtMessages } from './message-entries.js';

/** JSON vocabularies, which the shape of their entries tells apart. */
export const jsonKinds: readonly FileKind[] = [
  { id: 'arb', title: 'an ARB file', extensions: ['.arb'], look: arb },
  { id: 'xcstrings', title: 'an Xcode string catalog', extensions: ['.xcstrings'], look: xcstrings },
  { id: 'json:chrome', title: 'a messages file of a browser extension', extensions: [], look: chrome },
  { id: 'json:formatjs', title: 'a FormatJS message file', extensions: [], look: formatjs },
  { id: 'json:go-i18n', title: 'a go-i18n message file', extensions: [], look: goI18n },
  { id: 'json:gotext', title: 'a gotext message file', extensions: ['.gotext.json'], look: gotext },
  { id: 'json:resjson', title: 'a resjson file', extensions: ['.resjson'], look: resjson },
  { id: 'json:smartling', title: 'a JSON file with Smartling directives', extensions: [], look: smartling },
  { id: 'json:dtcg', title: 'a design token file', extensions: ['.tokens.json', '.tokens'], look: dtcg },
  { id: 'ipynb', title: 'a Jupyter notebook', extensions: ['.ipynb'], look: notebook },
];

const categories = ['zero', 'one', 'two', 'few', 'many', 'other'];

function keysOf(json: Json | undefined): readonly string[] {
  return isJsonObject(json) ? Object.keys(json) : [];
}

function valuesOf(json: Json | undefined): readonly Json[] {
  return isJsonObject(json) ? Object.values(json) : [];
}

function has(value: Json | undefined, key: string, type: string): boolean {
  return isJsonObject(value) && typeof value[key] === type;
}

/** True when the test holds for every value but the last, which the end of the first bytes may have cut. */
function every(values: readonly Json[], test: (value: Json) => boolean): boolean {
  const [first] = values;
  return first !== undefined && test(first) && values.slice(1, -1).every(test);
}

function arb({ json }: FileEvidence): FormatSign | undefined {
  const keys = keysOf(json);
  const described = keys.filter((key) => /^@[^@]/u.test(key) && keys.includes(key.slice(1)));
  return (
    sign(keys.includes('@@locale'), 0.98, 'it has the key "@@locale"') ??
    sign(described.length > 0, 0.95, `the key "${described[0]}" describes another`)
  );
}

function xcstrings({ json }: FileEvidence): FormatSign | undefined {
  const known =
    has(json, 'sourceLanguage', 'string') && (has(json, 'strings', 'object') || has(json, 'version', 'string'));
  return sign(known, 0.98, 'it has the keys "sourceLanguage" and "strings"');
}

function chrome(file: FileEvidence): FormatSign | undefined {
  return lookAtMessages(file).chrome;
}

function formatjs(file: FileEvidence): FormatSign | undefined {
  return extracted(file) ?? lookAtMessages(file).formatjs;
}

function extracted({ json }: FileEvidence): FormatSign | undefined {
  const entries = Array.isArray(json) ? json : valuesOf(json);
  const flat = isJsonObject(json) ? valuesOf(json).flatMap(valuesOf) : [];
  const compiled = (value: Json): boolean =>
    Array.isArray(value) && isJsonObject(value[0]) && has(value[0], 'type', 'number');
  return (
    sign(
      every(entries, (value) => has(value, 'defaultMessage', 'string')),
      0.95,
      'every entry has a "defaultMessage"',
    ) ??
    sign(
      every(flat, (value) => has(value, 'defaultMessage', 'string')),
      0.9,
      'every entry has a "defaultMessage"',
    ) ??
    sign(every(valuesOf(json), compiled), 0.9, 'its entries are compiled messages')
  );
}

function goI18n({ json }: FileEvidence): FormatSign | undefined {
  if (Array.isArray(json)) {
    const known = every(json, (value) => has(value, 'id', 'string') && isJsonObject(value) && 'translation' in value);
    return sign(known, 0.95, 'every entry has an "id" and a "translation"');
  }
  const extra = ['id', 'hash', 'description', 'leftDelim', 'rightDelim'];
  const table = (value: Json): boolean =>
    has(value, 'other', 'string') &&
    keysOf(value).every((key) => categories.includes(key) || extra.includes(key)) &&
    keysOf(value).some((key) => extra.includes(key) || key === 'one');
  const tables = valuesOf(json).filter((value) => isJsonObject(value));
  const rest = valuesOf(json).every((value) => isJsonObject(value) || typeof value === 'string');
  const marked = tables.some((value) => has(value, 'hash', 'string') || has(value, 'description', 'string'));
  const go = tables.some((value) =>
    valuesOf(value).some((text) => typeof text === 'string' && /\{\{\s*\./u.test(text)),
  );
  return sign(rest && every(tables, table) && (marked || go), 0.92, 'its entries are tables of plural forms');
}

function gotext({ json }: FileEvidence): FormatSign | undefined {
  const known = has(json, 'language', 'string') && isJsonObject(json) && Array.isArray(json['messages']);
  return sign(known, 0.95, 'it has the keys "language" and "messages"');
}

function resjson({ json }: FileEvidence): FormatSign | undefined {
  const keys = new Set(keysOf(json));
  const noted = [...keys].find((key) => /^_.+\.comment$/u.test(key) && keys.has(key.slice(1, -'.comment'.length)));
  return sign(noted !== undefined, 0.95, `the key "${noted}" explains another`);
}

function smartling({ json }: FileEvidence): FormatSign | undefined {
  return sign(has(json, 'smartling', 'object'), 0.95, 'it has the key "smartling"');
}

function dtcg({ json }: FileEvidence): FormatSign | undefined {
  return sign(hasToken(json, 0), 0.9, 'its entries have a "$value"');
}

function hasToken(value: Json | undefined, depth: number): boolean {
  if (!isJsonObject(value) || depth > 6) return false;
  return '$value' in value || valuesOf(value).some((inner) => hasToken(inner, depth + 1));
}

function notebook({ json, text }: FileEvidence): FormatSign | undefined {
  const cells = isJsonObject(json) && Array.isArray(json['cells']) && /"cell_type"/u.test(text);
  return sign(cells, 0.95, 'it holds the cells of a notebook');
}
