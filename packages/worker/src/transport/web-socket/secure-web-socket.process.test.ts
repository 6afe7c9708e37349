import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret } from '@helve/core';
import { expect, onTestFinished, test } from 'vitest';
import { answer } from '../../../../../test/needs.js';
import { CapabilityFatalError } from '../../error/fatal-errors.js';
import { RemoteCapabilityProxy } from '../../proxy/remote-capability-proxy.js';
import { builtRunner } from '../../testing/built-runner.js';
import { failureOf } from '../../testing/contract/contract-bench.js';
import { serveWorkers } from './serve-workers.js';

const openssl = answer(
  { label: 'openssl', isThere: () => spawnSync('openssl', ['version']).status === 0 },
  process.env,
);
const token = new Secret('a token that nobody guesses');

/** Creates a self-signed certificate for one name. */
async function certify(name: string): Promise<{ readonly key: string; readonly cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'helve-certificate-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const kind = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const about = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const made = spawnSync('openssl', [...kind, ...about, '-keyout', key, '-out', cert], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(made.stderr);
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
}

async function serve(name: string, hosts?: string) {
  const { key, cert } = await certify(name);
  const known = hosts === undefined ? {} : { ca: hosts, requestCert: true };
  const built = await builtRunner('wire-probe');
  const capability = { module: built.module('wire-probe'), export: 'WireProbe' };
  const worker = { transport: { kind: 'process', runner: built.runner }, capability } as const;
  const listener = await serveWorkers({
    workers: { probe: worker },
    tokens: [token],
    server: createServer({ key, cert, ...known }),
  });
  onTestFinished(() => listener.close());
  return { listener, ca: cert, url: `wss://localhost:${listener.port}/worker/probe` };
}

function far(url: string, ca?: string, own: { readonly cert?: string; readonly key?: string } = {}) {
  const transport = { kind: 'webSocket', url, token, ...(ca !== undefined && { ca }), ...own } as const;
  const proxy = new RemoteCapabilityProxy({ instanceId: 'far', transport });
  onTestFinished(() => proxy.terminate(0));
  return proxy;
}

test('a worker answers over TLS to a host that knows who signed the certificate', openssl, async () => {
  const { url, ca } = await serve('localhost');
  const proxy = far(url, ca);
  await proxy.start();
  expect(await proxy.dispatchToAction('echo', { value: [1, 'two'] })).toEqual([1, 'two']);
});

test(
  'a host that does not know the signer, or finds another name, sends no token and does not try again',
  openssl,
  async () => {
    const own = await serve('localhost');
    const other = await serve('elsewhere.example');
    const asked: unknown[] = [];
    for (const [{ url }, ca] of [[own, undefined] as const, [other, other.ca] as const]) {
      const error = await failureOf(far(url, ca).connect());
      expect(error).toBeInstanceOf(CapabilityFatalError);
      expect(String(error)).not.toContain(token.reveal());
      asked.push(error);
    }
    expect(asked).toMatchObject([
      { message: expect.stringContaining('self-signed') as string },
      { message: expect.stringContaining('altnames') as string },
    ]);
    expect(own.listener.workers + other.listener.workers).toBe(0);
  },
);

test('M58: a machine that wants to know its hosts refuses one without a certificate', openssl, async () => {
  const host = await certify('host');
  const { url, ca, listener } = await serve('localhost', host.cert);
  expect(await failureOf(far(url, ca).connect())).toBeInstanceOf(CapabilityFatalError);
  expect(listener.workers).toBe(0);
  const proxy = far(url, ca, host);
  await proxy.start();
  expect(await proxy.dispatchToAction('echo', { value: 1 })).toBe(1);
});
