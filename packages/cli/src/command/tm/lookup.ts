import { dataText } from '@helve/flow/content';
import { queryContent, type TmMatch } from '@helve/l10n';
import { ExitCode } from '../../exit-code.js';
import { printJson } from '../../text/print-json.js';
import { toTable } from '../../text/table.js';
import { countFlag, languageFlags, languagePair } from './language-flags.js';
import { withMemory } from '@helve/project/memory';
import { chosenMemories, tmFlag } from './tm-flag.js';
import { flagText, type Command } from '../command.js';

const DEFAULT_PERCENT = 75;

/** A match and the memory that has it. */
interface FoundMatch extends TmMatch {
  readonly memory: string;
}

/** `helve tm lookup TEXT`: what a memory knows about a text. */
export const tmLookupCommand: Command = {
  name: 'lookup',
  args: ['<text>'],
  summary: 'look up earlier translations, exact and similar',
  flags: [
    tmFlag,
    ...languageFlags.filter(({ name }) => name !== 'all-pairs'),
    { name: 'min', value: 'PERCENT', docs: `the lowest score; of the project, else ${DEFAULT_PERCENT}` },
    { name: 'max', value: 'COUNT', docs: 'maximum number of matches to show (default: 10)' },
    { name: 'project', value: 'NAME', docs: 'prefer the entries of this project' },
    { name: 'fast', docs: 'skip unlikely matches, which is faster in large memories' },
  ],
  examples: ["tm lookup 'Save the file' --to de", "tm lookup 'Save file' --from en --to de --min 60 --json"],
  notes: () => 'Exits with 0 also when nothing is found.',
  configOptional: true,
  async run(invocation) {
    const { terminal, args, flags } = invocation;
    const [text = ''] = args;
    const memories = await chosenMemories(invocation);
    const { from, to } = languagePair(flags, memories.config);
    const percent = countFlag(flags, 'min', memories.config.tm.threshold ?? DEFAULT_PERCENT, 100);
    const maxResults = countFlag(flags, 'max', 10, 1000);
    const project = flagText(flags, 'project');
    const query = {
      source: queryContent(text),
      from,
      to,
      minScore: percent / 100,
      maxResults,
      ...(project !== undefined && { project }),
      recall: flags['fast'] === true ? ('fast' as const) : ('exact' as const),
    };
    const found: FoundMatch[] = [];
    for (const location of memories.read) {
      const matches = await withMemory(location, async ({ memory }) => memory.lookup(query));
      found.push(...matches.map((match) => ({ ...match, memory: location.name })));
    }
    // A stable sort: of equal scores, the first memory wins.
    const best = found.toSorted((one, other) => other.score - one.score).slice(0, maxResults);
    if (terminal.output.json) printJson({ schema: 'helve.tm/v1', text, from, to, matches: best }, terminal);
    else if (best.length === 0) terminal.notify(`Nothing in ${from} is alike at ${percent} % or above`);
    else {
      const rows = best.map(({ score, tier, ambiguous, source, target }) => [
        `${Math.floor(score * 100)} %`,
        ambiguous ? `${tier}, ambiguous` : tier,
        dataText(source),
        dataText(target),
      ]);
      const { style, width } = terminal;
      terminal.print(toTable(rows, { header: ['SCORE', 'TIER', from.toUpperCase(), to.toUpperCase()], style, width }));
    }
    return ExitCode.done;
  },
};
