import type { CallFacts, CapabilityCallOptions, CapabilityRequest } from '@helve/worker';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import type { OwnFlag } from '../../flags/parse-flags.js';
import { createProgressBar, type ProgressBar } from '../../worker/progress-bar.js';
import { toPrintable } from '../../worker/to-printable.js';
import { readGiven, toRequest } from '../../worker/to-request.js';
import type { Workers } from '../../worker/workers.js';
import { textOf } from '../command.js';
import { workerVerb, type WorkerInvocation } from './worker-verb.js';

const callFlags: readonly OwnFlag[] = [
  { name: 'timeout', value: 'SECONDS', docs: 'the longest that the call may take' },
  { name: 'idempotent', docs: 'running it twice does no harm, so that a crash may be tried again' },
  { name: 'log', docs: 'show on stderr what the worker says meanwhile' },
];
const args = ['<id>', '<target>', '[json]'];

/** `helve worker call ID ACTION|TASK.METHOD [JSON|-]`: load, run, unload. */
export const workerCallCommand = workerVerb({
  name: 'call',
  args,
  summary: 'load a capability, make one call, and unload it',
  flags: callFlags,
  examples: [
    `worker call slug slugify '{"text":"One Two"}'`,
    'worker call slug text.normalize - < input.json',
    `worker call example execute '["input"]'`,
  ],
  notes: () => notes,
  async run(invocation) {
    const { terminal, json } = invocation;
    const { manager, id, request, options, bar } = await prepare(invocation);
    let facts: CallFacts | undefined;
    const data = await manager
      .call(id, request, { ...options, onEnd: (ended) => (facts = ended) })
      .finally(() => bar.clear());
    terminal.print(json ? toPrintable({ ok: true, data: data ?? null, ...facts }, 2) : toPrintable(data, 2));
    return ExitCode.done;
  },
});

/** `helve worker stream …`: the same with an answer in pieces, one line each. */
export const workerStreamCommand = workerVerb({
  name: 'stream',
  args,
  summary: 'load a capability, print the pieces of one answer as they come, and unload it',
  flags: callFlags,
  examples: [`worker stream slug words '{"text":"One Two"}'`],
  notes: () => notes,
  async run(invocation) {
    const { terminal } = invocation;
    const { manager, id, request, options, bar } = await prepare(invocation);
    try {
      for await (const piece of manager.stream(id, request, options)) {
        bar.clear();
        terminal.print(toPrintable(piece));
      }
    } finally {
      bar.clear();
    }
    return ExitCode.done;
  },
});

const notes = `ID is the name of a capability, or the id of an instance that a record is kept of. Arguments are a JSON object, or
- to read it from stdin; "execute" takes a list. Ctrl-C cancels; a second one ends everything at once.`;

interface Prepared {
  readonly manager: Workers['manager'];
  readonly id: string;
  readonly request: CapabilityRequest;
  readonly options: CapabilityCallOptions;
  readonly bar: ProgressBar;
}

async function prepare({ terminal, args: given, flags, host }: WorkerInvocation): Promise<Prepared> {
  const [id = '', target = '', source] = given;
  const { io } = terminal;
  const seconds = secondsOf(textOf(flags, 'timeout'));
  const value = await readGiven(source, io);
  const { manager, load } = await host({ showLog: flags['log'] === true });
  const offer = await load(id);
  const bar = createProgressBar(io.stderr);
  const options: CapabilityCallOptions = {
    signal: io.signal,
    idempotent: flags['idempotent'] === true,
    actor: io.user,
    onProgress: (report) => bar.show(report),
    ...(seconds === undefined ? {} : { timeouts: { totalMs: seconds * 1000 } }),
  };
  return { manager, id, request: toRequest(target, value, offer), options, bar };
}

function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  throw cliErrors.create('CLI_USAGE', { problem: `--timeout is a number of seconds above 0, not "${text}"` });
}
