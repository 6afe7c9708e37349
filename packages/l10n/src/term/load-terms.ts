import { basename } from 'node:path';
import type { FileAccess } from '@helve/flow';
import { fileSource } from '../format/byte-source.js';
import { l10nErrors } from '../l10n-errors.js';
import { createTermbase } from './create-termbase.js';
import type { Termbase } from './contract.js';
import { gatherConcepts } from './exchange/gather-concepts.js';
import { readTerms } from './exchange/read-terms.js';
import type { ReadTermsOptions, SkippedTerm } from './exchange/term-item.js';

/** A termbase from a file, and what was skipped. */
export interface LoadedTerms {
  readonly termbase: Termbase;
  readonly skipped: readonly SkippedTerm[];
}

/** Loads a whole term file. */
export async function loadTerms(
  path: string,
  options: Omit<ReadTermsOptions, 'file'>,
  files?: FileAccess,
): Promise<LoadedTerms> {
  const source = openSource(path, files);
  const { concepts, skipped } = await gatherConcepts(readTerms(source, { ...options, file: path }));
  const [first] = skipped;
  if (concepts.length === 0 && first !== undefined) {
    throw refuse(path, `none of its terms can be used; at ${first.place}, ${first.reason}`);
  }
  return { termbase: createTermbase(concepts), skipped };
}

function openSource(path: string, files: FileAccess | undefined) {
  try {
    return fileSource(path, files);
  } catch (cause) {
    throw refuse(path, 'it cannot be read', cause);
  }
}

function refuse(path: string, problem: string, cause?: unknown): Error {
  return l10nErrors.create('L10N_GLOSSARY', { file: basename(path), problem }, cause === undefined ? {} : { cause });
}
