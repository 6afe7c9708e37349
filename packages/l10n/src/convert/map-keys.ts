import { fromPointer, toPointer } from '@helve/core';
import type { Block } from '@helve/flow';
import { DOCUMENT_ID } from '@helve/flow/content';
import { l10nErrors } from '../l10n-errors.js';
import { noteFact } from './helve-note.js';
import type { KeyStyle } from './key-style.js';
import { flatPresets, keyRules, mappedKey, nestedFormats } from './key-rule.js';

/** Settings of the names in a new file. */
export interface KeySetting {
  readonly style: KeyStyle;
  readonly format: string;
  readonly preset?: string | undefined;
  /** The document, for errors. */
  readonly document: string;
}

/** Gives blocks the names that they have in a new file. A name that it cannot have is mapped, and noted. */
export function mapKeys(blocks: readonly Block[], setting: KeySetting): readonly Block[] {
  const { format, preset } = setting;
  const styled = blocks.map((block) => withName(block, styledKey(block.name, setting.style)));
  assertApart(styled, blocks, setting);
  const rule = (preset === undefined ? undefined : keyRules[`${format}:${preset}`]) ?? keyRules[format];
  const taken = new Set(styled.map(({ name }) => name));
  return styled.map((block) => {
    if (rule === undefined || rule.allowed.test(block.name)) return isNested(setting) ? withPath(block) : block;
    const name = distinctName(mappedKey(block.name, rule), taken);
    taken.add(name);
    return noteFact(withName(block, name), 'key', block.name);
  });
}

function withName(block: Block, name: string): Block {
  return name === block.name ? block : { ...block, name };
}

/** Splits names at everything that is no letter or digit, and for cases at humps too. */
function styledKey(name: string, style: KeyStyle): string {
  if (style === 'keep' || name === '') return name;
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  if (style === 'dots') return words.join('.');
  const parts = words.flatMap((word) => word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u)).map((word) => word.toLowerCase());
  if (style === 'snake') return parts.join('_');
  return parts.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join('');
}

/** Refuses two blocks that would have one name, or a text where others need an object: a merge would lose one of them. */
function assertApart(styled: readonly Block[], blocks: readonly Block[], setting: KeySetting): void {
  const known = new Map<string, string>();
  const paths = styled.map((block) => (isNested(setting) ? pathOf(block) : [block.name]));
  for (const [at, path] of paths.entries()) {
    const key = JSON.stringify(path);
    const own = blocks[at]?.name ?? '';
    const other = known.get(key);
    if (other !== undefined) throw clash(setting, own, other, styled[at]?.name ?? '');
    known.set(key, own);
  }
  for (const [at, path] of paths.entries()) {
    for (let length = 1; length < path.length; length += 1) {
      const outer = known.get(JSON.stringify(path.slice(0, length)));
      if (outer !== undefined) throw clash(setting, blocks[at]?.name ?? '', outer, path.slice(0, length).join('.'));
    }
  }
}

function isNested({ format, preset }: KeySetting): boolean {
  return nestedFormats.has(format) && !flatPresets.has(`${format}:${preset ?? ''}`);
}

function clash({ document }: KeySetting, one: string, other: string, name: string): Error {
  return l10nErrors.create('L10N_KEYS', { file: document, one, other, name });
}

function distinctName(name: string, taken: ReadonlySet<string>): string {
  let distinct = name;
  for (let at = 2; taken.has(distinct); at += 1) distinct = `${name}_${at}`;
  return distinct;
}

/** Keys that lead to a block: those that it was read with, those in its name, or all of the name where that is a text. */
function pathOf({ id, name }: Block): readonly string[] {
  const keys = id.startsWith('/') ? fromPointer(id) : [];
  if (keys.join('.') === name) return keys;
  return /^[^\s.]+(?:\.[^\s.]+)*$/u.test(name) ? name.split('.') : [name];
}

/** Names a block by the keys that lead to it. */
function withPath(block: Block): Block {
  const { [DOCUMENT_ID]: _, ...properties } = block.properties;
  return { ...block, id: toPointer(pathOf(block)), properties };
}
