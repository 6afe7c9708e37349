import type { Block } from '@helve/flow';
import { containsForms, dataText } from '@helve/flow/content';
import type { EmptyDocument } from '../generate/generate-document.js';
import { EXCHANGE_PROPERTY, NOTE_PROPERTY } from '../generate/exchange-mark.js';
import { newHeader } from './header.js';
import { escapePo } from './po-string.js';

/** The empty document of new catalogs: their header, which says language, encoding and plural rule. */
export function emptyPo({ blocks, ctx }: EmptyDocument<object>): string {
  const { sourceLocale, targetLocale } = ctx;
  const [first] = blocks;
  const hasPlurals = blocks.some(({ source }) => containsForms(source));
  const own = first?.type === 'header' && first.skeleton?.format === 'po' ? dataText(first.source) : undefined;
  const header = (own ?? newHeader({ sourceLocale, targetLocale, encoding: 'utf-8', hasPlurals })) + batchField(blocks);
  const lines = header.split(/(?<=\n)/u).map((line) => `"${escapePo(line)}"\n`);
  return `${noteLines(blocks)}msgid ""\nmsgstr ""\n${lines.join('')}`;
}

/** The field that names the batch of units that go out. */
function batchField(blocks: readonly Block[]): string {
  const [batch] = firstOf(blocks, EXCHANGE_PROPERTY)?.split('/') ?? [];
  return batch === undefined ? '' : `X-Helve-Batch: ${batch}\n`;
}

/** The note for translators as comments of the header. */
function noteLines(blocks: readonly Block[]): string {
  const lines = firstOf(blocks, NOTE_PROPERTY)?.split(/\r\n|[\r\n]/u) ?? [];
  return lines.map((line) => `# ${line}\n`).join('');
}

function firstOf(blocks: readonly Block[], property: string): string | undefined {
  return blocks.find(({ properties }) => properties[property] !== undefined)?.properties[property];
}
