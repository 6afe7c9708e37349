import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { countTerms, openTerms } from '@helve/project/term';
import { chosenTerms, termsFlag } from './terms-flag.js';
import { toTable } from '../../text/table.js';
import { projectLocation, type Command } from '../command.js';

/** `helve terms stats`: how many terms there are, and of what kind. */
export const termsStatsCommand: Command = {
  name: 'stats',
  args: [],
  summary: 'count concepts and terms by locale, status and domain',
  flags: [termsFlag],
  examples: ['terms stats', 'terms stats --terms brand --json'],
  configOptional: true,
  async run(invocation) {
    const { terminal } = invocation;
    const counts = countTerms(await chosenTerms(await openTerms(projectLocation(invocation)), invocation));
    if (terminal.output.json) printJson({ schema: 'helve.terms/v1', ...counts }, terminal);
    else {
      const { locales, statuses, domains, ...totals } = counts;
      const named = { locale: locales, status: statuses, domain: domains };
      const rows = [
        ...Object.entries(totals).map(([name, count]) => [name, '', String(count)]),
        ...Object.entries(named).flatMap(([kind, table]) =>
          Object.entries(table).map(([name, count]) => [kind, name || '-', String(count)]),
        ),
      ];
      const { style, width } = terminal;
      terminal.print(toTable(rows, { header: ['WHAT', 'NAME', 'COUNT'], style, width }));
    }
    return ExitCode.done;
  },
};
