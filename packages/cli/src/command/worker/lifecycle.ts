import { ExitCode } from '../../exit-code.js';
import type { Command } from '../command.js';
import { flagText } from '../command.js';
import { workerVerb, type WorkerInvocation } from './worker-verb.js';

/** `helve worker load ID`: a worker in the running host, before somebody calls it. */
export const workerLoadCommand: Command = workerVerb({
  name: 'load',
  args: ['<id>'],
  summary: 'load an instance in the running host',
  flags: [
    { name: 'as', value: 'ID', docs: 'id of the instance, if not the name of the capability' },
    { name: 'prefetch', docs: 'also load slow resources now' },
  ],
  examples: ['worker load slug', 'worker load slug --as loud', 'worker load slug --prefetch'],
  async run(invocation) {
    const { args, flags, needRunning, talk } = invocation;
    const [id = ''] = args;
    const as = flagText(flags, 'as');
    const ask = await needRunning();
    const request = { id, prefetch: flags['prefetch'] === true, ...(as === undefined ? {} : { as }) };
    const loaded = await ask('load', request, talk());
    for (const warning of loaded.warnings) invocation.terminal.notify(warning);
    return tell(invocation, loaded, `Loaded "${loaded.id}" as process ${loaded.pid ?? 'of the host'}`);
  },
});

/** `helve worker unload ID`: ends the worker, after its calls. */
export const workerUnloadCommand: Command = workerVerb({
  name: 'unload',
  args: ['<id>'],
  summary: 'stop an instance of the running host after its calls',
  flags: [],
  examples: ['worker unload slug'],
  async run(invocation) {
    const { args, needRunning, talk } = invocation;
    const answer = await (await needRunning())('unload', { id: args[0] ?? '' }, talk());
    return tell(invocation, answer, `Unloaded "${answer.id}"`);
  },
});

/** `helve worker reload ID`: a new worker, also for an instance that gave up. */
export const workerReloadCommand: Command = workerVerb({
  name: 'reload',
  args: ['<id>'],
  summary: 'restart the worker of an instance of the running host after its calls',
  flags: [],
  examples: ['worker reload slug'],
  async run(invocation) {
    const { args, needRunning, talk } = invocation;
    const answer = await (await needRunning())('reload', { id: args[0] ?? '' }, talk());
    return tell(invocation, answer, `Reloaded "${answer.id}" as process ${answer.pid ?? 'of the host'}`);
  },
});

/** `helve worker prefetch ID`: what is slow to load is loaded now. */
export const workerPrefetchCommand: Command = workerVerb({
  name: 'prefetch',
  args: ['<id>'],
  summary: 'load the slow resources of an instance of the running host',
  flags: [],
  examples: ['worker prefetch slug'],
  async run(invocation) {
    const { args, needRunning, talk } = invocation;
    const answer = await (await needRunning())('prefetch', { id: args[0] ?? '' }, talk());
    return tell(invocation, answer, `"${answer.id}" has what it needs`);
  },
});

/** `helve worker cancel JOB`: ends one piece of work and waits for its outcome. */
export const workerCancelCommand: Command = workerVerb({
  name: 'cancel',
  args: ['<job>'],
  summary: 'cancel a job of the running host and wait for its outcome',
  flags: [],
  examples: ['worker cancel 0b5c…', 'worker ps --jobs'],
  notes: () => 'JOB is an id of `helve worker ps --jobs`. A job that is over stays as it ended.',
  async run(invocation) {
    const { args, needRunning, talk } = invocation;
    const answer = await (await needRunning())('cancel', { job: args[0] ?? '' }, talk());
    return tell(invocation, answer, `Job "${answer.job}" is ${answer.status}`);
  },
});

/** The whole answer as JSON on stdout, or one line about it on stderr. */
function tell({ terminal, json }: WorkerInvocation, answer: object, text: string): ExitCode {
  if (json) terminal.print(JSON.stringify(answer, undefined, 2));
  else terminal.notify(text);
  return ExitCode.done;
}
