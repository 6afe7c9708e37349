import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.js';

const accepts =
  (command: string, ...args: readonly string[]) =>
  (path: string) =>
    spawnSync(command, [...args, path]).status === 0;

/** True for a catalog that gettext compiles, fuzzy messages with it. */
export const acceptsPo = accepts('msgfmt', '-c', '--use-fuzzy', '-o', '/dev/null');
/** True for a catalog that gettext compiles as a build does, which takes no fuzzy messages. */
export const acceptsBuiltPo = accepts('msgfmt', '-c', '-o', '/dev/null');
export const acceptsXml = accepts('xmllint', '--noout', '--nonet');

/** True for a file that a strict parser takes: one without a byte order mark. */
export function acceptsJson(path: string): boolean {
  try {
    JSON.parse(readFileSync(path, 'utf8'));
    return true;
  } catch {
    return false;
  }
}

// The parser is a dependency of the package that reads messages.
const { parse } = createRequire(join(root, 'packages', 'l10n', 'package.json'))(
  '@formatjs/icu-messageformat-parser',
) as { readonly parse: (message: string, options: object) => unknown };

export function isMessage(text: string): boolean {
  try {
    parse(text, { ignoreTag: true });
    return true;
  } catch {
    return false;
  }
}

/** Lists the texts of a JSON value by their paths. */
function textsIn(value: unknown, path = ''): readonly (readonly [path: string, text: string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, `${path}/${key}`));
}

/** Texts of a JSON file by their paths. */
export const textsOf = (path: string): ReadonlyMap<string, string> =>
  new Map(textsIn(JSON.parse(readFileSync(path, 'utf8'))));
