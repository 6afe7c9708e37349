import type { Block, Runs } from '@helve/flow';
import { toPieces } from './text-piece.js';

const MAX_LENGTH = 40;

/** Returns the name by which people know a block: its key, or of a message without one its context and source text. */
export function blockKey({
  name,
  properties,
  source,
  id,
}: Pick<Block, 'name' | 'properties' | 'source' | 'id'>): string {
  const context = properties['context'];
  // A message of a catalog has its context as its name, which many messages share.
  if (name !== '' && name !== context) return name;
  const text = shorten(firstText(source));
  const key = text === '' ? id : `"${text}"`;
  return context === undefined || context === '' ? key : `${shorten(context)} ${key}`;
}

/** Lists the names that select a block: the one that reports show, and of a message without a key its whole text. */
export function blockKeys(block: Block): readonly string[] {
  const { name, properties, source } = block;
  const shown = blockKey(block);
  return name !== '' && name !== properties['context'] ? [shown] : [shown, firstText(source)];
}

/** The text with its codes; of a plural, the first form. */
function firstText(source: Runs): string {
  const pieces = toPieces(source);
  const next = pieces.findIndex(({ kind }, index) => kind === 'form' && index > 0);
  const first = next < 0 ? pieces : pieces.slice(0, next);
  return first.map(({ kind, text }) => (kind === 'form' ? '' : text)).join('');
}

function shorten(text: string): string {
  const line = [...text.replaceAll(/\s+/g, ' ').trim()];
  return line.length <= MAX_LENGTH
    ? line.join('')
    : `${line
        .slice(0, MAX_LENGTH - 1)
        .join('')
        .trimEnd()}…`;
}
