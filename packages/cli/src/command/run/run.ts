import { runAndShow } from './run-and-show.js';
import { givenFlags, readRunFlags, runFlags } from './run-flags.js';
import { textOf, type Command } from '../command.js';

/** `helve run FLOW FILES`: files through a flow. */
export const runCommand: Command = {
  name: 'run',
  args: ['<flow>', '[files...]'],
  summary: 'take files through a flow',
  flags: runFlags,
  examples: [
    'run pseudo-translate app.json',
    "run translate 'src/**/*.json' --target de,fr",
    'run flows/release.yaml docs -o {dir}/{name}.{lang}{ext} --json',
    'run count - < notes.txt',
    'run translate app.json --target de --explain',
  ],
  notes: () => notes,
  configOptional: true,
  async run({ terminal, args: [flow = '', ...files], flags, composeRun }) {
    const given = readRunFlags(givenFlags(flags, runFlags), files);
    const house = await composeRun({ flow, cwd: terminal.io.cwd }, textOf(flags, 'project'));
    return runAndShow({ house, flow, given }, terminal);
  },
};

const notes = `FLOW is the id of a flow (\`helve flow ls\`), the path of a flow document, or the name of a flow tool.
FILES are files, folders (hidden and lock files are skipped), patterns, or - for stdin, which is answered on stdout.
Without FILES, the \`content\` of the config is taken.

Exits with 1 if the work failed or is partial, 2 if flow, config or usage are wrong, 3 if a gate says no.`;
