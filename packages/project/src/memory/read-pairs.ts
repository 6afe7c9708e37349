import { canonicalLocale, type Block, type LocaleId } from '@helve/flow';
import { nameDigest, runsHash, type FallbackTexts, type FormatResolver } from '@helve/flow/content';
import { findInputs } from '@helve/flow/engine';
import { projectErrors } from '../project-errors.js';
import { openFallbackRecord } from '../run/record/fallback-record.js';
import { readBlocks, type PairedText, type TranslationPairs } from './read-lessons.js';

/** Where the files are, and what reads them. */
interface TwinRequest {
  readonly formats: FormatResolver;
  readonly cwd: string;
  /** The folder of the project, whose runs may have written texts as their source for want of a translation. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Reads the files of `--with de=app/de.json,fr=app/fr.json`. */
export async function readPairs(
  text: string | undefined,
  { formats, cwd, folder, signal }: TwinRequest,
): Promise<TranslationPairs> {
  const record = openFallbackRecord(folder);
  const twins = new Map<LocaleId, ReadonlyMap<string, PairedText>>();
  for (const pair of text?.split(',') ?? []) {
    const { locale, file } = readPair(pair);
    const texts = new Map<string, PairedText>();
    const { files } = await findInputs([file], cwd);
    for (const input of files) {
      const fallback = await record.find(input.path);
      for await (const block of readBlocks(input, { formats, from: locale, signal })) {
        texts.set(block.id, { runs: block.source, status: isFallback(block, fallback) ? 'new' : 'translated' });
      }
    }
    twins.set(locale, texts);
  }
  return twins;
}

/** True for a text that an earlier run wrote as its source, and that nobody has changed since. */
function isFallback({ name, source }: Block, fallback: FallbackTexts | undefined): boolean {
  return fallback !== undefined && fallback[nameDigest(name)] === runsHash(source);
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
