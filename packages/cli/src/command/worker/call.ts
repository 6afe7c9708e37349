import { visibleText } from '@helve/core';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import type { OwnFlag } from '../../flags/parse-flags.js';
import { type HostRequest, type WorkerCallRequest, type HostEvent, toPrintable } from '@helve/project/worker';
import { createProgressBar } from '../../text/progress-bar.js';
import { readArguments } from '../read-arguments.js';
import { flagText } from '../command.js';
import { workerVerb, type WorkerInvocation } from './worker-verb.js';

const callFlags: readonly OwnFlag[] = [
  { name: 'timeout', value: 'SECONDS', docs: 'time limit of the call' },
  { name: 'idempotent', docs: 'the call may run twice, so that it is retried after a crash' },
  { name: 'log', docs: 'show the output of the worker on stderr' },
];
const args = ['<id>', '<target>', '[json]'];

/** `helve worker call ID ACTION|TASK.METHOD [JSON|-]`: in the host that runs; without one load, run, unload. */
export const workerCallCommand = workerVerb({
  name: 'call',
  args,
  summary: 'make one call, in the running host or in a temporary one',
  flags: callFlags,
  examples: [
    `worker call slug slugify '{"text":"One Two"}'`,
    'worker call slug text.normalize - < input.json',
    `worker call example execute '["input"]'`,
  ],
  notes: () => notes,
  async run(invocation) {
    const { terminal, json } = invocation;
    const { ask, request } = await prepare(invocation);
    const { data, ...facts } = await showing(invocation, (tell) => ask('call', request, invocation.talk(tell)));
    terminal.print(json ? toPrintable({ ok: true, data, ...facts }, 2) : toPrintable(data, 2));
    return ExitCode.done;
  },
});

/** `helve worker stream …`: the same with an answer in pieces, one line each. */
export const workerStreamCommand = workerVerb({
  name: 'stream',
  args,
  summary: 'make one call and print the parts of its result as they arrive',
  flags: callFlags,
  examples: [`worker stream slug words '{"text":"One Two"}'`],
  notes: () => notes,
  async run(invocation) {
    const { ask, request } = await prepare(invocation);
    await showing(invocation, (tell) => ask('stream', request, invocation.talk(tell)));
    return ExitCode.done;
  },
});

const notes = `ID is the name of a capability, or the id of an instance that a record is kept of. Arguments are a JSON object, or
- to read it from stdin; "execute" takes a list. Where "helve serve" runs, its workers are used and stay; else one is loaded
for this call. Ctrl-C cancels; a second one ends everything at once.`;

async function prepare(
  invocation: WorkerInvocation,
): Promise<{ readonly ask: HostRequest; readonly request: WorkerCallRequest }> {
  const { terminal, args: words, flags, running, anyHost } = invocation;
  const [id = '', target = '', source] = words;
  const seconds = toSeconds(flagText(flags, 'timeout'));
  const value = await readArguments(source, terminal.io);
  const showLog = flags['log'] === true;
  const isRunning = (await running()) !== undefined;
  const ask = await anyHost({ showLog });
  const request = {
    id,
    target,
    value,
    actor: terminal.io.user,
    idempotent: flags['idempotent'] === true,
    // A host of our own shows what workers say by itself, while they say it.
    log: showLog && isRunning,
    ...(seconds === undefined ? {} : { timeoutMs: seconds * 1000 }),
  };
  return { ask, request };
}

/** Shows the events of a call: progress as a bar on a terminal, pieces as lines of stdout, the log on stderr. */
async function showing<T>({ terminal }: WorkerInvocation, work: (tell: (news: HostEvent) => void) => Promise<T>) {
  const bar = createProgressBar(terminal.io.stderr);
  try {
    return await work((news) => {
      if ('progress' in news) return bar.show(news.progress);
      bar.clear();
      if ('piece' in news) terminal.print(toPrintable(news.piece));
      else terminal.notify(`${news.line.level}: ${visibleText(news.line.message)}`);
    });
  } finally {
    bar.clear();
  }
}

function toSeconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  throw cliErrors.create('CLI_USAGE', { problem: `--timeout is a number of seconds above 0, not "${text}"` });
}
