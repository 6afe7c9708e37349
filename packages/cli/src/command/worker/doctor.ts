import { checkWorkers } from '@helve/project/worker';
import { printFindings } from './print-findings.js';
import { workerVerb } from './worker-verb.js';

/** `helve worker doctor`: what keeps workers of this project from running. */
export const workerDoctorCommand = workerVerb({
  name: 'doctor',
  args: [],
  summary: 'find out why workers do not run: runtimes, variables, file modes, records, leftovers',
  flags: [],
  examples: ['worker doctor', 'worker doctor --json'],
  notes: () => 'Nothing is started. Warnings do not fail.',
  async run({ terminal, location, host, json }) {
    const findings = await checkWorkers(location, host, terminal.io.env);
    return printFindings(findings, { json, good: 'Nothing keeps workers from running', terminal });
  },
});
