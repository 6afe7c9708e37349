import type { FieldOptionsSource } from '@helve/worker';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import { toTable } from '../../text/table.js';
import type { WorkerConfigReply } from '@helve/project/worker';
import { workerVerb } from './worker-verb.js';

/** `helve worker config ID`: what an instance is set to, and changes that hold from now on. */
export const workerConfigCommand = workerVerb({
  name: 'config',
  args: ['<id>'],
  summary: 'show or change the configuration of an instance',
  flags: [
    { name: 'set', value: 'KEY=VALUE...', docs: 'set fields; the others stay as they are' },
    { name: 'unset', value: 'KEY...', docs: 'reset fields to their defaults' },
    { name: 'options', docs: 'show the current choices for each field' },
  ],
  examples: [
    'worker config slug',
    'worker config slug --set mode=fast --set size=3',
    'worker config slug --unset mode',
  ],
  notes: () => notes,
  async run({ terminal, args: [id = ''], flags, anyHost, talk, json }) {
    const [set, unset] = [toList(flags['set']).map(toAssignment), toList(flags['unset'])];
    const changes = set.length + unset.length > 0;
    const ask = await anyHost({ keep: changes });
    const request = { id, set, unset, options: flags['options'] === true };
    const { config, changed, options, problem } = await ask('config', request, talk());
    if (problem !== undefined) terminal.notify(problem);
    if (json) terminal.print(JSON.stringify({ id, config, changed, options }, undefined, 2));
    else {
      const { style, width, print, notify } = terminal;
      print(toTable(toRows(config, options), { header: ['KEY', 'VALUE', 'OPTIONS'], style, width }));
      if (changes) notify(changed.length === 0 ? 'Nothing changed' : `Changed: ${changed.join(', ')}`);
    }
    return ExitCode.done;
  },
});

const notes = `A value is JSON, or plain text where it is none or the field holds text. The change is applied to a worker first:
if that refuses it, nothing is kept.`;

function toList(flag: unknown): string[] {
  return Array.isArray(flag) ? flag.map(String) : [];
}

function toAssignment(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw cliErrors.create('CLI_USAGE', { problem: `--set takes KEY=VALUE, not "${text}"` });
}

function toRows(
  config: WorkerConfigReply['config'],
  options: Readonly<Record<string, FieldOptionsSource>>,
): string[][] {
  return Object.entries(config).map(([key, value]) => [
    key,
    toCell(value),
    (options[key]?.options ?? []).map((option) => toCell(option.value)).join(', '),
  ]);
}

function toCell(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
