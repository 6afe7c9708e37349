import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHeaderOf } from '../journeys/project.js';
import { startVictim, type Answer, type Victim } from './kit.js';

const vendorKey = 'vendor-key-of-the-house';
const engines = ['deepl', 'microsoft', 'modernmt', 'google'] as const;
const keys = ['DEEPL_API_KEY', 'AZURE_TRANSLATOR_KEY', 'MODERNMT_API_KEY', 'GOOGLE_TRANSLATE_API_KEY'];

/** A listener of the attacker, or of the operator: it remembers all that it was told. */
async function listener(): Promise<{ readonly url: string; readonly heard: string[]; readonly server: Server }> {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(JSON.stringify([request.url, request.headers]));
    response.statusCode = 400;
    response.end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, server };
}

describe('to whom a server sends its keys', () => {
  let victim: Victim;
  let headers: Awaited<ReturnType<typeof startHeaderOf>>;
  let attacker: Awaited<ReturnType<typeof listener>>;
  let proxy: Awaited<ReturnType<typeof listener>>;

  beforeAll(async () => {
    [attacker, proxy] = [await listener(), await listener()];
    for (const name of [...keys, 'OPENAI_API_KEY', 'HELVE_CREDENTIAL_OTHER_TEAM', 'TEAM_KEY'])
      process.env[name] = vendorKey;
    victim = await startVictim({
      'helve.config.mjs': `export default {
        server: { port: 0 },
        locales: { source: 'en', targets: ['de'] },
        models: { smart: { vendor: 'openai', model: 'm', baseUrl: '${proxy.url}/v1' } },
        resources: { endpoints: { proxy: '${proxy.url}' }, credentials: { 'own-team': 'TEAM_KEY' } },
      };`,
    });
    headers = await startHeaderOf(victim.running);
  });
  afterAll(() => {
    attacker.server.close();
    proxy.server.close();
    for (const name of [...keys, 'OPENAI_API_KEY', 'HELVE_CREDENTIAL_OTHER_TEAM', 'TEAM_KEY']) delete process.env[name];
  });

  const call = (tool: string, given: object) =>
    victim.callBothWays(tool, { text: 'hello', targetLocales: ['de'], config: given }, headers);
  const preview = (tool: string, given: object) =>
    victim.callBothWays(
      'flow.preview',
      { flow: { steps: [{ tool, config: given }] }, text: 'hello', targetLocales: ['de'] },
      headers,
    );
  const expectRefused = (answers: readonly Answer[]) => {
    for (const { status, text } of answers) {
      expect(text).not.toContain(vendorKey);
      expect([status, /PROJECT_VALUE_REFUSED|FLOW_INVALID|only steps/.exec(text)?.[0]]).toEqual([
        expect.toSatisfy((code: number) => code === 403 || code === 400),
        expect.any(String),
      ]);
    }
  };

  test.each(engines)(
    '%s sends no key to the address of a caller, and uses no credential that the config does not name',
    async (engine) => {
      const tool = `${engine}-translate`;
      for (const given of [
        { provider: engine, endpoint: attacker.url },
        { provider: engine, endpoint: `${attacker.url}#proxy` },
        { provider: engine, endpoint: 'nobody' },
        { provider: engine, credential: 'other-team' },
      ]) {
        expectRefused(await call(tool, given));
        expectRefused(await preview(tool, given));
      }
      expect(attacker.heard).toEqual([]);
    },
  );

  test('models come by the names of the config', async () => {
    for (const given of [
      { provider: 'openai', model: 'gpt' },
      { provider: 'smart', model: 'dearer' },
      { provider: 'smart', credential: 'other-team' },
    ]) {
      expectRefused(await call('ai-translate', given));
      expectRefused(await call('segmentation', { engine: 'llm', ...given }));
    }
    expect(attacker.heard).toEqual([]);
  });

  test('no step calls the records behind the tools', async () => {
    const mt = { engine: 'deepl', from: 'en', to: 'de', endpoint: attacker.url, texts: [{ text: 'x' }] };
    for (const [id, input] of [
      ['mt.translate', mt],
      ['llm.complete', { provider: 'openai' }],
    ] as const)
      expectRefused(await preview('call', { id, input, output: { annotation: 'a' } }));
    expect(attacker.heard).toEqual([]);
  });

  test('names of the config work', async () => {
    await call('deepl-translate', { provider: 'deepl', endpoint: 'proxy', credential: 'own-team' });
    await call('ai-translate', { provider: 'smart' });
    expect(proxy.heard.join()).toContain(vendorKey);
    expect(proxy.heard.join()).toContain('/v2/translate');
    expect(proxy.heard.join()).toContain('/v1/responses');
  });
});
