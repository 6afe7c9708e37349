import { countOf } from '@helve/core';
import { resolve } from 'node:path';
import {
  createTermbase,
  fileSource,
  gatherConcepts,
  mergeConcepts,
  readTerms,
  termFormats,
  type Concept,
  type SkippedTerm,
  type TermFormat,
} from '@helve/l10n';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { openTerms, defaultTermbase } from '@helve/project/term';
import { localeFlag } from '../tm/language-flags.js';
import type { Terminal } from '../../terminal.js';
import { projectLocation, flagText, type Command, type Invocation } from '../command.js';

/** `helve terms import FILES`: takes terms over from CSV, TBX or JSON. */
export const termsImportCommand: Command = {
  name: 'import',
  args: ['<files...>'],
  summary: 'import terms from CSV, TBX or JSON',
  flags: [
    { name: 'terms', value: 'NAME', docs: 'termbase to import into (default: main)' },
    { name: 'from', value: 'LOCALE', docs: 'locale of the column "source" (default: that of the project)' },
    { name: 'to', value: 'LOCALE', docs: 'locale of the column "target"' },
    { name: 'format', value: 'FORMAT', docs: 'csv, tbx or json (default: detected from the content)' },
    { name: 'replace', docs: 'replace the content of the termbase' },
  ],
  examples: [
    'terms import glossary.csv --from en --to de',
    'terms import brand.tbx --terms brand',
    'terms import terms.json --replace --json',
  ],
  notes: () =>
    'CSV has a header: source, target, domain, definition, status, concept_id, note … or a column locale:TAG for\neach locale. What cannot be taken over is told, and then the exit code is 1; the rest is there.',
  configOptional: true,
  async run(invocation) {
    const { terminal, flags, args } = invocation;
    const { store, sourceLocale } = await openTerms(projectLocation(invocation));
    const name = flagText(flags, 'terms') ?? defaultTermbase;
    const options = {
      sourceLocale: localeFlag(flags, 'from') ?? sourceLocale,
      targetLocale: localeFlag(flags, 'to'),
      format: formatFlag(flags),
    };
    const { totals, skipped } = await store.change(name, async () => {
      const old = store.has(name) && flags['replace'] !== true ? (await store.load(name)).concepts : [];
      let concepts: readonly Concept[] = old;
      const left: FileSkip[] = [];
      for (const file of args) {
        const known = new Set(concepts.map(({ id }) => id));
        const items = readTerms(openFile(file, terminal.io.cwd), { ...options, file });
        const read = await gatherConcepts(items, (id) => known.has(id));
        concepts = mergeConcepts(concepts, read.concepts);
        left.push(...read.skipped.map((each) => ({ file, ...each })));
      }
      const terms = createTermbase(concepts);
      const path = await store.save(name, terms);
      const count = terms.concepts.reduce((sum, concept) => sum + concept.terms.length, 0);
      const added = concepts.length - old.length;
      return { totals: { name, path, concepts: concepts.length, added, terms: count }, skipped: left };
    });
    if (terminal.output.json) printJson({ schema: 'helve.terms/v1', ...totals, skipped }, terminal);
    else {
      terminal.print(
        `${name}: ${countOf(totals.concepts, 'concept')} (${totals.added} new), ${countOf(totals.terms, 'term')}`,
      );
      tellSkipped(skipped, terminal);
    }
    return skipped.length === 0 ? ExitCode.done : ExitCode.failed;
  },
};

type FileSkip = SkippedTerm & { readonly file: string };

const shown = 20;

function tellSkipped(skipped: readonly FileSkip[], { notify }: Terminal): void {
  for (const { file, place, reason } of skipped.slice(0, shown)) notify(`Left out: ${file}, ${place}: ${reason}`);
  if (skipped.length > shown) notify(`… and ${skipped.length - shown} more; \`--json\` lists all of them`);
}

function formatFlag(flags: Invocation['flags']): TermFormat | undefined {
  const name = flagText(flags, 'format');
  const format = termFormats.find((each) => each === name);
  if (name === undefined || format !== undefined) return format;
  throw cliErrors.create('CLI_USAGE', { problem: `--format is one of ${termFormats.join(', ')}, not "${name}"` });
}

function openFile(file: string, cwd: string) {
  try {
    return fileSource(resolve(cwd, file));
  } catch (cause) {
    throw cliErrors.create('CLI_USAGE', { problem: `the file "${file}" cannot be read` }, { cause });
  }
}
