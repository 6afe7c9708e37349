import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { compilePattern, type Pattern } from '@helve/core';
import { globPattern } from '@helve/flow/content';
import { isGlob } from '@helve/flow/engine';
import type { ContentRow, RootRow } from '../config/flow-keys.js';

/** Kinds of access to a file that a caller asks for. */
export type FileUse = 'read' | 'write';

/** A folder of which the config opens something. */
export interface Grant {
  readonly folder: string;
  /** True when a file, as seen from the folder, may be used so. */
  admits(inside: string, use: FileUse): boolean;
}

/** Reads from the config which files it opens to callers of doors: its roots, or where it has none the files of its content. */
export function fileGrants(
  roots: readonly RootRow[],
  content: readonly ContentRow[],
  folder: string,
): readonly Grant[] {
  if (roots.length === 0) return content.length === 0 ? [] : [contentGrant(content, folder)];
  return roots.map(({ path, write = false }) => ({
    folder: resolve(folder, path),
    admits: (_inside, use) => use === 'read' || write,
  }));
}

/** A path as seen from a folder; undefined where it is outside. */
export function pathInside(folder: string, path: string): string | undefined {
  const inside = relative(folder, path);
  if (isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`)) return undefined;
  return inside.replaceAll(sep, '/');
}

/** Resolves the links of a folder; a missing folder keeps its path. */
export function realFolder(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

function contentGrant(content: readonly ContentRow[], folder: string): Grant {
  const read = content.map(({ path }) => contentPattern(pathInside(folder, resolve(folder, path)) ?? path));
  const write = content.flatMap(({ target }) => (target === undefined ? [] : [templatePattern(target, folder)]));
  return {
    folder,
    admits: (inside, use) => (use === 'read' ? [...read, ...write] : write).some((pattern) => pattern.test(inside)),
  };
}

/** A file, every file below a folder, or what a glob means. */
function contentPattern(path: string): Pick<Pattern, 'test'> {
  if (isGlob(path)) return globPattern(path.replace(/\/+$/u, '/**'));
  const name = path.replace(/\/+$/u, '');
  return name === '' || name === '.' ? /./ : new RegExp(`^${escape(name)}(?:/.*)?$`, 'u');
}

const tokens: { readonly [token: string]: string } = {
  dir: '.*',
  relpath: '.+',
  name: '[^/]+',
  lang: '[A-Za-z0-9-]+',
  ext: String.raw`(?:\.[^/.]*)?`,
};

/** Compiles an output template to a pattern of the names that it makes. */
function templatePattern(template: string, folder: string): Pick<Pattern, 'test'> {
  const relativeTemplate = template.startsWith('{')
    ? template
    : (pathInside(folder, resolve(folder, template)) ?? template);
  const named = /[/\\]$/.test(template) ? `${relativeTemplate}/{name}_{lang}{ext}` : relativeTemplate;
  const source = named
    .split(/(\{[^{}]*\})/)
    .map((piece) => tokens[piece.slice(1, -1)] ?? escape(piece))
    .join('');
  // The folder of an input is written with its slash, and the project's own has none.
  const compiled = compilePattern(`^${source.replace(/^\.\*\//u, '(?:.*/)?')}$`);
  return compiled.kind === 'pattern' ? compiled.pattern : { test: () => false };
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
