import { runAndShow } from './run-and-show.js';
import { toFlagValues, readRunFlags, runFlags } from './run-flags.js';
import { flagText, type Command } from '../command.js';

/** `helve run FLOW FILES`: files through a flow. */
export const runCommand: Command = {
  name: 'run',
  args: ['<flow>', '[files...]'],
  summary: 'run files through a flow',
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
  async run({ terminal, args: [flow = '', ...files], flags, openProjectForRun }) {
    const given = readRunFlags(toFlagValues(flags, runFlags), files);
    const project = await openProjectForRun({ flow, cwd: terminal.io.cwd }, flagText(flags, 'project'));
    return runAndShow({ project, flow, given }, terminal);
  },
};

const notes = `FLOW is the id of a flow (\`helve flow ls\`), the path of a flow document, or the name of a flow tool.
FILES are files, folders (hidden and lock files are skipped), patterns, or - for stdin, which is answered on stdout.
Without FILES, the \`content\` of the config is taken.

Exits with 1 if the work failed or is partial, 2 if flow, config or usage are wrong, 3 if a gate says no.`;
