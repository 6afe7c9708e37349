import { checkUnit, findUnit } from '@helve/project/worker';
import { printFindings } from './print-findings.js';
import { workerVerb } from './worker-verb.js';

/** `helve worker validate PATH`: everything that is wrong with a unit, before anybody loads it. */
export const workerValidateCommand = workerVerb({
  name: 'validate',
  args: ['<path>'],
  summary: 'check a manifest and the class that it names',
  flags: [],
  examples: ['worker validate capabilities/slug', 'worker validate capabilities/slug/capability.json --json'],
  notes: () => 'PATH is a manifest, a module or the folder of one. Warnings do not fail.',
  async run({ terminal, args: [path = ''], location, json }) {
    const { cwd, env } = terminal.io;
    const findings = await checkUnit(await findUnit(path, cwd), location, env);
    return printFindings(findings, { json, good: `"${path}" can be loaded`, terminal });
  },
});
