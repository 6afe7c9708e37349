import { canonicalLocale, type Block, type LocaleId } from '@helve/flow';
import type { FormatResolver } from '@helve/flow/content';
import { findInputs } from '@helve/flow/engine';
import { projectErrors } from '../project-errors.js';
import { readBlocks, type TranslationPairs } from './read-lessons.js';

/** Where the files are, and what reads them. */
interface TwinRequest {
  readonly formats: FormatResolver;
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Reads the files of `--with de=app/de.json,fr=app/fr.json`. */
export async function readPairs(
  text: string | undefined,
  { formats, cwd, signal }: TwinRequest,
): Promise<TranslationPairs> {
  const twins = new Map<LocaleId, ReadonlyMap<string, Block>>();
  for (const pair of text?.split(',') ?? []) {
    const { locale, file } = readPair(pair);
    const blocks = new Map<string, Block>();
    const { files } = await findInputs([file], cwd);
    for (const input of files) {
      for await (const block of readBlocks(input, { formats, from: locale, signal })) blocks.set(block.id, block);
    }
    twins.set(locale, blocks);
  }
  return twins;
}

function readPair(pair: string): { readonly locale: LocaleId; readonly file: string } {
  const [tag = '', file = ''] = pair.split(/=(.*)/s);
  const problem = `--with needs LOCALE=FILE, as in de=app/de.json, not "${pair}"`;
  if (file === '') throw projectErrors.create('PROJECT_REQUEST_INVALID', { problem });
  try {
    return { locale: canonicalLocale(tag.trim()), file };
  } catch (cause) {
    throw projectErrors.create('PROJECT_REQUEST_INVALID', { problem }, { cause });
  }
}
