import { countOf } from '@helve/core';
import { serveCapabilities } from '@helve/project/worker';
import { cliErrors } from '../../cli-errors.js';
import { ExitCode } from '../../exit-code.js';
import { untilAborted } from '../../until-aborted.js';
import { flagText } from '../command.js';
import { workerVerb } from './worker-verb.js';

/** Running calls have so long to be answered before the workers end. */
const DRAIN_MS = 30_000;

/** `helve worker serve`: capabilities of this machine for hosts on other ones. */
export const workerServeCommand = workerVerb({
  name: 'serve',
  args: ['[names...]'],
  summary: 'let hosts on other machines run capabilities of this one',
  flags: [
    { name: 'listen', value: 'HOST:PORT', docs: 'address to listen on; a port alone is on this machine' },
    { name: 'token-file', value: 'FILE', docs: 'file with the token of hosts; a second line holds too' },
    { name: 'cert', value: 'FILE', docs: 'certificate of this machine, in PEM' },
    { name: 'key', value: 'FILE', docs: 'key of the certificate' },
    { name: 'client-ca', value: 'FILE', docs: 'authority that signs the certificates of hosts; others are refused' },
    { name: 'allow-plain', docs: 'listen beyond this machine without TLS, in a private network' },
    { name: 'max-workers', value: 'COUNT', docs: 'number of workers at once (default: 16)' },
    { name: 'max-file', value: 'BYTES', docs: 'largest file that a host may send' },
    { name: 'lease', value: 'MS', docs: 'time for which the worker of a broken line is kept (default: 30000)' },
  ],
  outlives: true,
  examples: [
    'worker serve --listen 7443 --token-file token',
    'worker serve tagger --listen 0.0.0.0:7443 --cert cert.pem --key key.pem --token-file token',
  ],
  notes: () => notes,
  async run({ terminal, args, flags, host, json }) {
    const { print, notify, io } = terminal;
    const { signal } = io;
    const { manager } = await host({ quiet: false });
    const request = {
      names: args,
      listen: need('listen', flagText(flags, 'listen')),
      tokenFile: need('token-file', flagText(flags, 'tokenFile')),
      cert: flagText(flags, 'cert'),
      key: flagText(flags, 'key'),
      clientCa: flagText(flags, 'clientCa'),
      allowPlain: flags['allowPlain'] === true,
      maxWorkers: readCount('max-workers', flagText(flags, 'maxWorkers')),
      maxFileBytes: readCount('max-file', flagText(flags, 'maxFile')),
      leaseMs: readCount('lease', flagText(flags, 'lease')),
    };
    const { names, url, listener } = await serveCapabilities(request, manager, io.cwd, notify);
    if (json) print(JSON.stringify({ url, capabilities: names }));
    else print(`Helve serves ${countOf(names.length, 'capability', 'capabilities')} at ${url}: ${names.join(', ')}`);
    await untilAborted(signal);
    notify('Stopping after the calls that run …');
    await listener.drain(DRAIN_MS);
    return signal.reason === 'SIGTERM' ? ExitCode.done : ExitCode.interrupted;
  },
});

const notes = `Without names, all capabilities are served. A host names the machine in \`workers.remotes\` of its config, and runs a
capability there by \`workers.capabilities.NAME.remote\`. This machine decides programs and environments; only variables that a
capability declares are taken from a host. \`/health\` says whether it serves. SIGTERM ends it after the calls that run.`;

function need(name: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw cliErrors.create('CLI_USAGE', { problem: `worker serve needs --${name}` });
}

function readCount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(count)) return count;
  throw cliErrors.create('CLI_USAGE', { problem: `--${name} must be a whole number, got "${text}"` });
}
