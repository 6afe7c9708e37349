import type { Termbase } from '@helve/l10n';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { countTerms, openTerms } from '@helve/project/term';
import { toTable } from '../../text/table.js';
import { projectLocation, type Command } from '../command.js';
import { termsExportCommand } from './export.js';
import { termsImportCommand } from './import.js';
import { termsLookupCommand } from './lookup.js';
import { termsStatsCommand } from './stats.js';

const listCommand: Command = {
  name: 'ls',
  args: [],
  summary: 'list the termbases of the project',
  flags: [],
  examples: ['terms ls', 'terms ls --json'],
  configOptional: true,
  async run(invocation) {
    const { terminal } = invocation;
    const { store, named } = await openTerms(projectLocation(invocation));
    const names = [...new Set([...(await store.list()), ...named])];
    const rows = await Promise.all(names.map(async (name) => ({ name, terms: await store.load(name) })));
    if (terminal.output.json) printJson({ schema: 'helve.terms/v1', termbases: rows.map(toJson) }, terminal);
    else if (rows.length === 0)
      terminal.notify('There are no termbases yet: import one with `helve terms import FILE`');
    else {
      const cells = rows
        .map(toJson)
        .map(({ name, concepts, terms, locales, version }) => [
          name,
          String(concepts),
          String(terms),
          version.slice(0, 12),
          Object.keys(locales).join(' '),
        ]);
      const { style, width } = terminal;
      terminal.print(toTable(cells, { header: ['NAME', 'CONCEPTS', 'TERMS', 'VERSION', 'LOCALES'], style, width }));
    }
    return ExitCode.done;
  },
};

function toJson({ name, terms }: { readonly name: string; readonly terms: Termbase }) {
  const { concepts, terms: count, locales } = countTerms(terms);
  return { name, concepts, terms: count, locales, version: terms.version };
}

/** `helve terms`: what things are called. */
export const termsCommand: Command = {
  ...listCommand,
  name: 'terms',
  summary: 'import, export, look up and count terms',
  examples: ['terms import glossary.csv --from en --to de', 'terms lookup "save the file" --from en', 'terms stats'],
  notes: () =>
    'Terms are kept in .helve/terms/NAME.json, which can be put under version control. Flows use all of\nthem, or those that `terms` in the config names; see the tools term-lookup, term-check and term-enforce.',
  subcommands: [listCommand, termsImportCommand, termsExportCommand, termsLookupCommand, termsStatsCommand],
};
