import { countOf } from '@helve/core';
import { auditMemory, auditRules, type AuditReport, type AuditRule } from '@helve/l10n';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { toTable } from '../../text/table.js';
import { countFlag } from './language-flags.js';
import { withMemory } from '@helve/project/memory';
import { chosenMemories, tmFlag } from './tm-flag.js';
import type { Command } from '../command.js';

const rules = Object.keys(auditRules) as AuditRule[];
const DEFAULT_LIMIT = 5;

/** `helve tm audit`: whether a memory can be trusted. */
export const tmAuditCommand: Command = {
  name: 'audit',
  args: [],
  summary: 'check a memory for damaged, empty, contradictory and untranslated entries',
  flags: [
    tmFlag,
    {
      name: 'limit',
      value: 'COUNT',
      docs: `maximum number of entries to show for each rule; default ${DEFAULT_LIMIT}`,
    },
  ],
  examples: ['tm audit', 'tm audit --tm vendor --limit 50 --json'],
  notes: () => 'Exits with 3 when entries are damaged, empty or have different inline codes in their languages.',
  configOptional: true,
  async run(invocation) {
    const { terminal, flags } = invocation;
    const memories = await chosenMemories(invocation);
    const limit = countFlag(flags, 'limit', DEFAULT_LIMIT, 1_000_000);
    const report = await withMemory(memories.write, ({ storage }) => auditMemory(storage, limit));
    const problems = problemsIn(report);
    if (terminal.output.json)
      printJson({ schema: 'helve.tm/v1', memory: memories.write.name, problems, ...report }, terminal);
    else {
      const { style, width } = terminal;
      const rows = rules.map((rule) => [rule, String(report.counts[rule]), auditRules[rule].says]);
      terminal.print(toTable(rows, { header: ['RULE', 'ENTRIES', 'MEANING'], style, width }));
      const shown = report.findings.map(({ rule, entry, locales, text }) => [rule, entry, locales.join(' '), text]);
      if (shown.length > 0) {
        terminal.print(`\n${toTable(shown, { header: ['RULE', 'ENTRY', 'LANGUAGES', 'TEXT'], style, width })}`);
      }
      terminal.notify(`${countOf(problems, 'problem')} in ${countOf(report.entries, 'entry', 'entries')}`);
    }
    return problems === 0 ? ExitCode.done : ExitCode.checkSaidNo;
  },
};

function problemsIn({ counts }: AuditReport): number {
  return rules.filter((rule) => auditRules[rule].problem).reduce((sum, rule) => sum + counts[rule], 0);
}
