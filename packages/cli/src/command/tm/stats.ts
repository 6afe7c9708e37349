import { countOf } from '@helve/core';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { toTable } from '../../text/table.js';
import { withMemory } from '@helve/project/memory';
import { chosenMemories, tmFlag } from './tm-flag.js';
import type { Command } from '../command.js';

/** `helve tm stats`: how much a memory holds, and where it came from. */
export const tmStatsCommand: Command = {
  name: 'stats',
  args: [],
  summary: 'count the entries of memories by language and project, and list their imports',
  flags: [tmFlag],
  examples: ['tm stats', 'tm stats --tm vendor --json'],
  configOptional: true,
  async run(invocation) {
    const { terminal } = invocation;
    const chosen = await chosenMemories(invocation);
    const memories = [];
    for (const location of chosen.read) {
      memories.push(
        await withMemory(location, async ({ storage }) => ({
          name: location.name,
          ...(await storage.stats()),
          sessions: (await storage.sessions()).map(({ id, kind, source, sha256, entries, startedAt }) => ({
            id,
            kind,
            source,
            sha256,
            entries,
            startedAt,
          })),
        })),
      );
    }
    if (terminal.output.json) printJson({ schema: 'helve.tm/v1', memories }, terminal);
    else {
      const { style, width } = terminal;
      for (const { name, entries, locales, projects, sessions } of memories) {
        const rows = [
          ['entries', String(entries)],
          ...Object.entries(locales).map(([locale, count]) => [`in ${locale}`, String(count)]),
          ...Object.entries(projects).map(([project, count]) => [`of ${project}`, String(count)]),
          ...sessions.map(({ kind, source = '', entries: count, startedAt }) => [
            kind,
            `${startedAt.slice(0, 16).replace('T', ' ')}  ${countOf(count, 'entry', 'entries')}  ${source}`,
          ]),
        ];
        terminal.print(`${style.bold(name)}\n${toTable(rows, { style, width, indent: 2 })}`);
      }
    }
    return ExitCode.done;
  },
};
