import { existsSync } from 'node:fs';
import { dataText } from '@helve/flow/content';
import type { TmEntry } from '@helve/l10n';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { toTable } from '../../text/table.js';
import { countFlag } from './language-flags.js';
import { knownMemories, withMemory, type ProjectMemories } from '@helve/project/memory';
import { chosenMemories, tmFlag } from './tm-flag.js';
import { onlyProjectFlag } from './project-flag.js';
import { flagText, type Command, type Invocation } from '../command.js';

const DEFAULT_LIMIT = 20;

/** `helve tm ls`: the memories of the project; with a memory, its entries. */
export const tmLsCommand: Command = {
  name: 'ls',
  args: [],
  summary: 'list the memories of the project; with --tm, the entries of one',
  flags: [
    tmFlag,
    { name: 'match', value: 'TEXT', docs: 'list only entries that contain this text in some language' },
    onlyProjectFlag,
    { name: 'after', value: 'ID', docs: 'continue after the entry with this id' },
    { name: 'limit', value: 'COUNT', docs: `maximum number of entries to list (default: ${DEFAULT_LIMIT})` },
  ],
  examples: ['tm ls', 'tm ls --tm vendor --match invoice', 'tm ls --tm vendor --limit 100 --json'],
  configOptional: true,
  async run(invocation) {
    const chosen = await chosenMemories(invocation);
    return flagText(invocation.flags, 'tm') === undefined
      ? listMemories(chosen, invocation)
      : listEntries(chosen, invocation);
  },
};

async function listMemories(chosen: ProjectMemories, { terminal }: Invocation): Promise<ExitCode> {
  const memories = [];
  for (const name of await knownMemories(chosen.config, chosen.folder)) {
    const location = chosen.locate(name);
    const exists = location.path === undefined || existsSync(location.path);
    const stats = exists ? await withMemory(location, ({ storage }) => storage.stats()) : undefined;
    const shown = location.path ?? 'Postgres';
    memories.push({
      name,
      place: shown,
      there: exists,
      entries: stats?.entries ?? 0,
      locales: Object.keys(stats?.locales ?? {}),
    });
  }
  if (terminal.output.json) printJson({ schema: 'helve.tm/v1', memories }, terminal);
  else {
    const rows = memories.map(({ name, place, there, entries, locales }) => [
      name,
      there ? String(entries) : 'none yet',
      locales.join(' ') || '-',
      place,
    ]);
    const { style, width } = terminal;
    terminal.print(toTable(rows, { header: ['NAME', 'ENTRIES', 'LANGUAGES', 'PLACE'], style, width }));
  }
  return ExitCode.done;
}

async function listEntries(chosen: ProjectMemories, { terminal, flags }: Invocation): Promise<ExitCode> {
  const limit = countFlag(flags, 'limit', DEFAULT_LIMIT, 1_000_000);
  const [project, after, match] = ['project', 'after', 'match'].map((name) => flagText(flags, name));
  const filter = { ...(project !== undefined && { project }), ...(after !== undefined && { after }) };
  const entries = await withMemory(chosen.write, async ({ storage }) => {
    const found: TmEntry[] = [];
    for await (const entry of storage.entries(filter)) {
      if (found.length >= limit) break;
      if (match === undefined || holds(entry, match)) found.push(entry);
    }
    return found;
  });
  if (terminal.output.json) printJson({ schema: 'helve.tm/v1', memory: chosen.write.name, entries }, terminal);
  else if (entries.length === 0) terminal.notify('There are no such entries');
  else {
    const rows = entries.flatMap(({ id, variants }) =>
      Object.entries(variants).map(([locale, runs], index) => [index === 0 ? id : '', locale, dataText(runs)]),
    );
    const { style, width } = terminal;
    terminal.print(toTable(rows, { header: ['ID', 'LANGUAGE', 'TEXT'], style, width }));
  }
  return ExitCode.done;
}

function holds({ variants }: TmEntry, text: string): boolean {
  const wanted = text.toLowerCase();
  return Object.values(variants).some((runs) => dataText(runs).toLowerCase().includes(wanted));
}
