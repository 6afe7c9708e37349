import type { Run, Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { entityAt } from './entity.js';
import { readInline } from './inline.js';
import { inlineTarget, labelAt } from './link-tail.js';
import type { TextRange } from '../../text/text-range.js';

/** The texts in the code of a link or image that have blocks of their own. */
const surfaceParts = Object.freeze(['alt', 'title', 'url'] as const);
export type SurfacePart = (typeof surfaceParts)[number];

/** One of these texts, and its range in the code. */
export interface MarkdownSurface extends TextRange {
  readonly part: SurfacePart;
  readonly raw: string;
}

/** Lists the surfaces of a code; most codes have none. */
export function findSurfaces(run: Run): readonly MarkdownSurface[] {
  if (run.kind === 'ph' && run.subType === 'md:image') return imageSurfaces(run.data);
  return run.kind === 'pc-close' && run.subType === 'md:link' ? targetSurfaces(run.data, 1) : [];
}

/** Returns the content of a surface. */
export function surfaceRuns({ part, raw }: Pick<MarkdownSurface, 'part' | 'raw'>): Runs {
  return part === 'alt' ? readInline(raw, () => true) : [{ kind: 'text', text: unescapeText(raw) }];
}

/** Builds the id of a surface's block, which names its block and code. */
export function surfaceId(block: string, code: string, part: SurfacePart): string {
  return `${block}.${part}${code}`;
}

/** Parses a surface's id to its block, code and part. */
export function surfaceOwner(
  id: string,
): { readonly block: string; readonly code: string; readonly part: SurfacePart } | undefined {
  const [, block = '', named, code = ''] = /^(.+)\.(alt|title|url)(\d+)$/u.exec(id) ?? [];
  const part = surfaceParts.find((one) => one === named);
  return part === undefined ? undefined : { block, code, part };
}

/** True when a surface of a code still equals its block. */
export function hasSameText(surface: MarkdownSurface, runs: Runs): boolean {
  return dataText(surfaceRuns(surface)) === dataText(runs);
}

/** Decodes backslashes and character references. */
export function unescapeText(raw: string): string {
  if (!/[\\&]/u.test(raw)) return raw;
  let text = '';
  for (let at = 0; at < raw.length;) {
    const char = raw.charAt(at);
    const entity = char === '&' ? entityAt(raw, at) : undefined;
    const escaped = char === '\\' && /[!-/:-@[-`{-~]/u.test(raw[at + 1] ?? '');
    text += entity?.text ?? (escaped ? raw.charAt(at + 1) : char);
    at += entity?.length ?? (escaped ? 2 : 1);
  }
  return text;
}

/** Lists the surfaces of an image; its text ends where only the target follows. */
function imageSurfaces(data: string): readonly MarkdownSurface[] {
  for (let at = data.indexOf(']'); at >= 0; at = data.indexOf(']', at + 1)) {
    const ends = inlineTarget(data, at + 1)?.end === data.length || isLabel(data, at + 1);
    if (ends) return [toSurface('alt', data, { start: 2, end: at }), ...targetSurfaces(data, at + 1)].filter(isFilled);
  }
  return [];
}

function targetSurfaces(data: string, at: number): readonly MarkdownSurface[] {
  const target = inlineTarget(data, at);
  if (!target) return [];
  const url = toSurface('url', data, target.url);
  return target.title ? [toSurface('title', data, target.title), url].filter(isFilled) : [url].filter(isFilled);
}

function isLabel(data: string, at: number): boolean {
  return data[at] === '[' && labelAt(data, at)?.length === data.length - at;
}

function isFilled({ raw }: MarkdownSurface): boolean {
  return raw.trim() !== '';
}

function toSurface(part: SurfacePart, data: string, { start, end }: TextRange): MarkdownSurface {
  return { part, start, end, raw: data.slice(start, end) };
}
