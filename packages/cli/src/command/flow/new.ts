import { dirname, resolve } from 'node:path';
import { flowId } from '@helve/flow/engine';
import { defaultFlowPaths, makeFolder, writeFileAtomic } from '@helve/project';
import { ExitCode } from '../../exit-code.js';
import type { Command } from '../command.js';

/** `helve flow new NAME`: a flow document to start from. */
export const flowNewCommand: Command = {
  name: 'new',
  args: ['<name>'],
  summary: 'write a first flow document',
  flags: [{ name: 'force', docs: 'overwrite an existing file' }],
  examples: ['flow new release'],
  configOptional: true,
  async run({ terminal, args: [name = ''], flags, openFlows }) {
    const { folder } = await openFlows();
    const file = resolve(folder, defaultFlowPaths[0] ?? '.', `${flowId(name)}.yaml`);
    await makeFolder(dirname(file));
    await writeFileAtomic(file, template(name), flags['force'] === true);
    terminal.notify(`Wrote ${file}`);
    terminal.notify(`Try next: helve flow explain ${flowId(name)}`);
    return ExitCode.done;
  },
};

function template(name: string): string {
  return `apiVersion: v1
kind: FlowDefinition
metadata:
  name: ${JSON.stringify(name)}
  description: Fills targets with pseudo-translations and counts words
spec:
  onError: fail
  steps:
    - tool: pseudo-translate
      config: { expansionPercent: 30 }
    - tool: word-count
`;
}
