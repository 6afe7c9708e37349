import { canonicalLocale, type LocaleId } from '@helve/flow';
import { writtenBy, type FormatResolver } from '@helve/flow/content';
import { findInputs } from '@helve/flow/engine';
import { projectErrors } from '../project-errors.js';
import { openMachineTextRecord } from '../run/record/machine-text-record.js';
import { readBlocks, type PairedText, type TranslationPairs } from './read-lessons.js';

/** Where the files are, and what reads them. */
interface TwinRequest {
  readonly formats: FormatResolver;
  readonly cwd: string;
  /** The folder of the project, whose runs may have written texts that no person has changed since. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Reads the files of `--with de=app/de.json,fr=app/fr.json`. */
export async function readPairs(
  text: string | undefined,
  { formats, cwd, folder, signal }: TwinRequest,
): Promise<TranslationPairs> {
  const record = openMachineTextRecord(folder);
  const twins = new Map<LocaleId, ReadonlyMap<string, PairedText>>();
  for (const pair of text?.split(',') ?? []) {
    const { locale, file } = readPair(pair);
    const texts = new Map<string, PairedText>();
    const { files } = await findInputs([file], cwd);
    for (const input of files) {
      const machine = await record.find(input.path);
      for await (const block of readBlocks(input, { formats, from: locale, signal })) {
        texts.set(block.id, { runs: block.source, ...writtenBy(block.name, block.source, machine) });
      }
    }
    twins.set(locale, texts);
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
