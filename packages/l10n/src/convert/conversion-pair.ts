import type { Block } from '@helve/flow';
import type { Format, FormatResolver } from '@helve/flow/content';
import { l10nErrors } from '../l10n-errors.js';
import { formatCapacities, type FormatCapacity } from '../format/capacity/format-capacity.js';

/** Formats in which texts go to translators and come back. */
const exchangeIds: ReadonlySet<string> = new Set(['xliff2', 'xliff', 'po', 'tmx', 'csv', 'tsv', 'xlsx']);

/** Formats whose texts have no keys, so that nothing but the document itself can take them back. */
const documentIds: ReadonlySet<string> = new Set([
  'asciidoc',
  'docx',
  'epub',
  'html',
  'idml',
  'ipynb',
  'markdown',
  'mdx',
  'messageformat',
  'odf',
  'plaintext',
  'pptx',
  'vue',
  'xlsx',
  'xml',
]);

/** A document of a conversion as it was read. */
interface ReadFile {
  readonly format: Format;
  readonly document: string;
  readonly blocks: readonly Block[];
}

/** Returns the capacity of the format that a file is converted to; refuses pairs that make no sense, with a hint. */
export function assertPair(
  { format: from, document, blocks }: ReadFile,
  to: Format,
  formats: FormatResolver,
): FormatCapacity {
  const refuse = (problem: string, suggestion: string): Error =>
    l10nErrors.create('L10N_CONVERT', { file: document, format: to.id, problem }, { details: { suggestion } });
  const capacity = formatCapacities[to.id];
  if (documentIds.has(from.id) && !isTable(from, blocks) && !exchangeIds.has(to.id))
    throw refuse(
      `it is a document (${from.title}), which only becomes an exchange file`,
      'Use `helve extract`, and bring the translation back with `helve merge`',
    );
  if (to.caps.generative && capacity !== undefined) return capacity;
  const known = formats.list().filter(({ id, caps }) => caps.generative && formatCapacities[id] !== undefined);
  throw refuse('new files of this format cannot be written', `Choose one of ${known.map(({ id }) => id).join(', ')}`);
}

/** True for a workbook whose rows are texts with keys, as a conversion writes it, and not cells anywhere. */
function isTable({ id }: Format, blocks: readonly Block[]): boolean {
  return id === 'xlsx' && blocks.length > 0 && blocks.every(({ type }) => type !== 'cell');
}
