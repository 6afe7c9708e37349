import { containsForms, dataText } from '@helve/flow/content';
import type { EmptyDocument } from '../generate/generate-document.js';
import { newHeader } from './header.js';
import { escapePo } from './po-string.js';

/** The empty document of new catalogs: their header, which says language, encoding and plural rule. */
export function emptyPo({ blocks, ctx }: EmptyDocument<object>): string {
  const { sourceLocale, targetLocale } = ctx;
  const [first] = blocks;
  const hasPlurals = blocks.some(({ source }) => containsForms(source));
  const own = first?.type === 'header' && first.skeleton?.format === 'po' ? dataText(first.source) : undefined;
  const header = own ?? newHeader({ sourceLocale, targetLocale, encoding: 'utf-8', hasPlurals });
  const lines = header.split(/(?<=\n)/u).map((line) => `"${escapePo(line)}"\n`);
  return `msgid ""\nmsgstr ""\n${lines.join('')}`;
}
