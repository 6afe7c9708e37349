import type { Block, FileAccess, LocaleId, Part } from '@helve/flow';
import { partsHeader, readParts, type FormatResolver } from '@helve/flow/content';
import { allFormats } from '../../format/all-formats.js';
import { fileSource, readFirstBytes } from '../../format/byte-source.js';
import { createFormats } from '../../format/create-formats.js';
import { l10nErrors } from '../../l10n-errors.js';

/** Request to read a previous version. */
export interface PreviousRequest {
  readonly from: LocaleId;
  readonly to: LocaleId;
  readonly signal: AbortSignal;
  readonly files: FileAccess | undefined;
}

const headBytes = 64 * 1024;
let known: FormatResolver | undefined;

/** Reads the blocks of a file: of a known format, or parts that a store has written. */
export async function readPrevious(path: string, request: PreviousRequest): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  try {
    for await (const part of await openParts(path, request)) if (part.kind === 'block') blocks.push(part.block);
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause);
    throw l10nErrors.create('L10N_PREVIOUS', { file: path, problem }, { cause });
  }
  return blocks;
}

async function openParts(path: string, { from, to, signal, files }: PreviousRequest): Promise<AsyncIterable<Part>> {
  const source = fileSource(path, files);
  const head = await readFirstBytes(source, headBytes);
  if (Buffer.from(head).toString('latin1').startsWith(partsHeader.trimEnd())) return readParts(source.stream());
  known ??= createFormats(allFormats);
  const found = known.detect({ path, head });
  if (found.format === undefined) throw new TypeError(found.problem);
  return found.format.read(
    source,
    {},
    {
      document: path,
      sourceLocale: from,
      ...(found.format.kind === 'monolingual' ? {} : { targetLocale: to }),
      signal,
      formats: known,
      lose: () => undefined,
    },
  );
}
