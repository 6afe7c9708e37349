import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isPlainObject, type Json } from '@helve/core';
import { candidateConcepts, createTermbase, mergeConcepts, type Concept, type Termbase } from '@helve/l10n';
import { cliErrors } from '../../cli-errors.js';

/** Reads the candidates of ai-terminology from the report of a run, as proposed terms of the source locale. */
export async function termsOfReport(file: string, cwd: string, sourceLocale: string): Promise<Termbase> {
  const reports = reportsIn(await readReport(file, cwd));
  if (reports === undefined) throw unusable(file, 'is not the report of a run, as `--report FILE` writes it');
  const found = reports.map((report) => candidateConcepts(report, sourceLocale));
  const concepts = found.reduce<readonly Concept[]>((all, more) => mergeConcepts(all, more), []);
  if (concepts.length === 0) throw unusable(file, 'has no candidates: run ai-terminology with `--report FILE` first');
  return createTermbase(concepts);
}

async function readReport(file: string, cwd: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(resolve(cwd, file), 'utf8'));
  } catch (cause) {
    throw unusable(file, 'cannot be read as JSON', cause);
  }
}

function reportsIn(report: unknown): readonly Json[] | undefined {
  if (!isPlainObject(report) || report['schema'] !== 'helve.run/v1' || !isPlainObject(report['reports'])) {
    return undefined;
  }
  return Object.values(report['reports']) as readonly Json[];
}

function unusable(file: string, problem: string, cause?: unknown): Error {
  return cliErrors.create('CLI_USAGE', { problem: `the file "${file}" ${problem}` }, { cause });
}
