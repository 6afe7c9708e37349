import { readFile } from 'node:fs/promises';
import { ExitCode } from '../../exit-code.js';
import { knownFlow } from '@helve/project/run';
import { printJson } from '../../text/print-json.js';
import type { Command } from '../command.js';

/** `helve flow show FLOW`: its document. */
export const flowShowCommand: Command = {
  name: 'show',
  args: ['<flow>'],
  summary: 'print the document of a flow',
  flags: [{ name: 'json', docs: 'print the parsed flow as JSON' }],
  examples: ['flow show translate', 'flow show flows/release.yaml --json'],
  configOptional: true,
  async run({ terminal, args: [name = ''], flags, openProject }) {
    const parsed = await knownFlow(await openProject(), name, terminal.io.cwd);
    if (flags['json'] === true || parsed.file === undefined) {
      const { name: title, description, io, spec } = parsed.definition ?? { name: parsed.name, spec: { steps: [] } };
      const metadata = {
        name: title,
        ...(description === undefined ? {} : { description }),
        ...(io === undefined ? {} : { io }),
      };
      printJson({ apiVersion: 'v1', kind: 'FlowDefinition', metadata, spec }, terminal);
    } else terminal.print((await readFile(parsed.file, 'utf8')).trimEnd());
    return ExitCode.done;
  },
};
