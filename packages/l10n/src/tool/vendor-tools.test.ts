import type { JsonObject } from '@helve/core';
import { compileFlow, createBlock, FlowToolRegistry, registerAll, type Block, type ToolEntry } from '@helve/flow';
import { afterEach, describe, expect, test } from 'vitest';
import { createMtTranslateTool } from '../mt/create-mt-translate-tool.js';
import type { SendOptions } from '../mt/send-request.js';
import { callOf } from '../testing/call-of.js';
import { runTool, type RunToolOptions } from '../testing/run-tool.js';
import { aBlock, bold, plural, show, t, variable } from '../testing/runs-kit.js';
import {
  startVendorServer,
  type VendorReply,
  type VendorRequest,
  type VendorServer,
} from '../testing/vendor-server.js';
import { vendorWires } from '../testing/vendor-wire.js';
import { apertiumTranslate } from './apertium-translate/apertium-translate.js';
import { deeplTranslate } from './deepl-translate/deepl-translate.js';
import { googleTranslate } from './google-translate/google-translate.js';
import { microsoftTranslate } from './microsoft-translate/microsoft-translate.js';
import { modernmtTranslate } from './modernmt-translate/modernmt-translate.js';
import { mymemoryTranslate } from './mymemory-translate/mymemory-translate.js';

let server: VendorServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

/** Returns the texts of a request under a name. */
const listIn = (json: unknown, name: string) => (json as { readonly [name: string]: string[] | undefined })[name];

const shout = (html: string) => html.replace(/(?<![&a-z])[a-z]+(?![^<]*>)/g, (word) => word.toUpperCase());
const key = 'key-CANARY-1234';

/** The tools of the vendors, by their engines. */
const tools: { readonly [engine: string]: ToolEntry } = {
  deepl: deeplTranslate,
  google: googleTranslate,
  microsoft: microsoftTranslate,
  modernmt: modernmtTranslate,
  mymemory: mymemoryTranslate,
  apertium: apertiumTranslate,
};

interface Told extends RunToolOptions {
  readonly reply?: (request: VendorRequest, turn: number) => VendorReply | undefined;
  readonly patience?: SendOptions;
}

/** Runs the tool of a vendor against a local server that responds in capitals. */
async function translate(id: string, blocks: readonly (Block | string)[], config: JsonObject = {}, told: Told = {}) {
  const [vendor, tool] = [vendorWires[id], tools[id]];
  if (vendor === undefined || tool === undefined) throw new Error(`There is no vendor "${id}"`);
  const { reply, patience = { baseMs: 1 }, ...options } = told;
  const own = await startVendorServer(
    reply ?? ((request) => ({ json: vendor.answer(vendor.texts(request).map(shout)) })),
  );
  server = own;
  const record = createMtTranslateTool({ keyFor: (_, name) => (name === 'none' ? undefined : key), ...patience });
  const call = callOf(record);
  const run = await runTool(tool, blocks, {
    call,
    ...options,
    config: { provider: id, endpoint: own.url, ...config },
  });
  return { ...run, requests: own.requests, call };
}

const rich = () => aBlock([t('Click '), ...bold('1', t('here')), t(' & now '), variable('x')]);

describe('MT tools and their vendors', () => {
  test.each(Object.keys(tools))('TV37 %s gets HTML with ids in its wire format, and the tags come back', async (id) => {
    const { block, report, requests, call } = await translate(id, [rich()]);
    expect(report.status).toBe('ok');
    expect(show(block.targets['de']?.runs)).toBe('CLICK <x id="1"/>HERE<x id="/1"/> &amp; NOW <x id="x/"/>');
    expect(block.targets['de']).toMatchObject({
      status: 'draft',
      origin: { kind: 'mt', engine: id, tool: `${id}-translate` },
    });
    expect(
      decodeURIComponent(
        `${requests[0]?.url.search ?? ''} ${requests[0]?.body.replaceAll('\\', '') ?? ''}`.replaceAll('+', ' '),
      ),
    ).toContain('Click <b data-id="1">here</b> &amp; now');
    // A key is a header of the request, and in nothing that is recorded.
    expect(JSON.stringify([call.calls, report, block])).not.toContain('CANARY');
  });

  test('T69 deepl is told languages, formality, glossary and model, and keys of the free plan have a host of their own', async () => {
    const { requests } = await translate('deepl', ['a'], {
      formality: 'more',
      glossary: 'g0',
      glossaryId: 'g1',
      modelType: 'quality_optimized',
    });
    expect(requests[0]?.headers).toMatchObject({ authorization: `DeepL-Auth-Key ${key}` });
    expect(requests[0]?.url.pathname).toBe('/v2/translate');
    expect(requests[0]?.json).toEqual({
      text: ['a'],
      source_lang: 'EN',
      target_lang: 'DE',
      tag_handling: 'html',
      formality: 'prefer_more',
      glossary_id: 'g1',
      model_type: 'quality_optimized',
    });
    const { deepl } = await import('../mt/deepl/engine.js');
    const job = { texts: [{ text: 'a' }], from: 'EN', to: 'DE', options: {} };
    expect(deepl.request(job, { key: 'k:fx' }).url).toBe('https://api-free.deepl.com/v2/translate');
    expect(deepl.request(job, { key: 'k' }).url).toBe('https://api.deepl.com/v2/translate');
  });

  test('T69 google uses its basic API, and the advanced one for a project with its glossary and location', async () => {
    const basic = await translate('google', ['a']);
    expect(basic.requests[0]?.url.pathname).toBe('/language/translate/v2');
    expect(basic.requests[0]?.headers).toMatchObject({ 'x-goog-api-key': key });
    expect(basic.requests[0]?.json).toEqual({ q: ['a'], source: 'en', target: 'de', format: 'html' });
    await server?.close();
    const project = { projectId: 'p1', location: 'europe-west1', glossaryId: 'g1' };
    const advanced = await translate('google', ['a'], project, {
      reply: ({ json }) => ({
        json: {
          translations: [{ translatedText: 'plain' }],
          glossaryTranslations: (listIn(json, 'contents') ?? []).map((text) => ({ translatedText: shout(text) })),
        },
      }),
    });
    expect(advanced.requests[0]?.url.pathname).toBe('/v3/projects/p1/locations/europe-west1:translateText');
    expect(advanced.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${key}`,
      'x-goog-user-project': 'p1',
    });
    expect(advanced.requests[0]?.json).toMatchObject({
      mimeType: 'text/html',
      glossaryConfig: { glossary: 'projects/p1/locations/europe-west1/glossaries/g1' },
    });
    expect(show(advanced.block.targets['de']?.runs)).toBe('A');
  });

  test('T69 microsoft is told region and category, and the terms of a text in the text', async () => {
    const block = aBlock('Save the file now');
    const value = { type: 'term', text: 'file', targets: [{ text: 'Datei "x"', locale: 'de' }] } as const;
    block.overlays.push({ type: 'term', variant: null, layer: '', spans: [{ id: '1', props: {}, value }] });
    const { requests } = await translate('microsoft', [block], { region: 'westeurope', category: 'c1' });
    expect(requests[0]?.headers).toMatchObject({
      'ocp-apim-subscription-key': key,
      'ocp-apim-subscription-region': 'westeurope',
    });
    expect(Object.fromEntries(requests[0]?.url.searchParams ?? [])).toEqual({
      'api-version': '3.0',
      from: 'en',
      to: 'de',
      textType: 'html',
      category: 'c1',
    });
    expect(requests[0]?.json).toEqual([
      { Text: 'Save the <mstrans:dictionary translation="Datei &quot;x&quot;">file</mstrans:dictionary> now' },
    ]);
  });

  test('T69 modernmt is told memories, glossary and the weight of each memory', async () => {
    const { requests } = await translate('modernmt', ['a'], { hints: ['4', '5'], glossary: '7', contextVector: '4:1' });
    expect(requests[0]?.headers).toMatchObject({ 'mmt-apikey': key, 'x-http-method-override': 'GET' });
    expect(requests[0]?.json).toEqual({
      source: 'en',
      target: 'de',
      q: ['a'],
      format: 'text/html',
      hints: '4,5',
      glossaries: '7',
      context_vector: '4:1',
    });
  });

  test('T69 mymemory takes one text a request, long ones by sentence, and says how sure it is', async () => {
    const sentence = `W${'ord w'.repeat(40)}.`;
    const long = aBlock([...bold('1', t(sentence)), t(` ${sentence} ${sentence}`)], {}, { id: 'long' });
    const { blocks, requests } = await translate('mymemory', ['Hello', long], { email: 'me@example.org' });
    expect(blocks[0]?.targets['de']?.origin).toMatchObject({ confidence: 0.85 });
    expect(show(blocks[1]?.targets['de']?.runs)).toBe(
      `<x id="1"/>${sentence.toUpperCase()}<x id="/1"/> ${sentence.toUpperCase()} ${sentence.toUpperCase()}`,
    );
    const asked = requests.map(({ url }) => url.searchParams.get('q') ?? '');
    expect(asked).toHaveLength(4);
    expect(asked.every((text) => Buffer.byteLength(text) <= 500)).toBe(true);
    expect(requests[0]?.url.searchParams.get('langpair')).toBe('en|de');
    expect(requests[0]?.url.searchParams.get('de')).toBe('me@example.org');
  });

  test('T69 a credential is named and its key used; without one the call is refused', async () => {
    const named = await translate('mymemory', ['a'], { credential: 'mine' });
    expect(named.requests[0]?.url.searchParams.get('key')).toBe(key);
    await server?.close();
    const { report } = await translate('deepl', ['a'], { credential: 'none' });
    expect(report.documents[0]?.error).toMatchObject({ type: 'AUTH' });
    await server?.close();
    const quoted = await translate(
      'deepl',
      ['a'],
      {},
      { reply: () => ({ status: 403, json: { message: `no ${key}` } }) },
    );
    expect(JSON.stringify(quoted.report)).toContain('no [redacted]');
    expect(JSON.stringify(quoted.report)).not.toContain('CANARY');
  });

  test('T69 the endpoint is asked in place of the vendor', async () => {
    const proxied = await translate('deepl', ['a']);
    const endpoint = `${server?.url ?? ''}/proxy`;
    const { report } = await runTool(deeplTranslate, ['b'], {
      config: { provider: 'deepl', endpoint },
      call: proxied.call,
    });
    expect(report.status).toBe('ok');
    expect(proxied.requests.map(({ url }) => url.pathname)).toEqual(['/v2/translate', '/proxy/v2/translate']);
  });

  test('T69 requests are packed up to the limits of the vendor', async () => {
    const texts = Array.from({ length: 120 }, (_, index) => `text ${index}`);
    const { requests, blocks } = await translate('deepl', texts, { parallelBatches: 1 });
    expect(requests.map(({ json }) => (listIn(json, 'text') ?? []).length)).toEqual([50, 50, 20]);
    expect(show(blocks[119]?.targets['de']?.runs)).toBe('TEXT 119');
    await server?.close();
    const large = Array.from({ length: 3 }, () => 'x'.repeat(20_000));
    const google = await translate('google', large);
    expect(google.requests).toHaveLength(3);
  });

  test('T69 what a vendor has no use for is said, and plurals go form by form', async () => {
    const plurals = aBlock([plural({ one: 'a file', other: 'files' })]);
    const { block, requests } = await translate('google', [plurals], { formality: 'less' }, { targets: ['pl'] });
    expect(show(block.targets['pl']?.runs)).toBe('{one[A FILE] few[FILES] many[FILES] other[FILES]}');
    expect(requests[0]?.json).not.toHaveProperty('formality');
  });

  test('T69 the offline engine is used until another is named', async () => {
    for (const entry of Object.values(tools)) {
      const { block, report } = await runTool(entry, [rich()], { execTrusted: false });
      expect(report.status).toBe('ok');
      expect(show(block.targets['de']?.runs)).toBe('⟦de⟧ Click <x id="1"/>here<x id="/1"/> &amp; now <x id="x/"/>');
      expect(block.targets['de']?.origin).toMatchObject({ kind: 'mt', engine: 'demo' });
    }
  });

  test('T69 a key or an address without a vendor is refused, and the vendor named', async () => {
    for (const entry of Object.values(tools)) {
      const endpoint = 'http://127.0.0.1:9';
      await expect(runTool(entry, ['a'], { config: { endpoint } })).rejects.toThrow('"endpoint" has no effect');
      await expect(runTool(entry, ['a'], { config: { credential: 'own' } })).rejects.toMatchObject({
        details: { diagnostics: [{ hint: expect.stringContaining(`"provider" to "${entry.name.split('-')[0]}"`) }] },
      });
    }
  });

  test('T19 protected text goes to no vendor and comes back as it was', async () => {
    const block = createBlock({ id: 'b1', sourceLocale: 'en', source: 'Run npm ci now' });
    const range = { startRun: 0, startOffset: 4, endRun: 0, endOffset: 10 };
    const spans = [{ id: '1', range, props: {}, value: { type: 'protected' } as const }];
    block.overlays.push({ type: 'protected', variant: null, layer: '', spans });
    const { block: after, requests } = await translate('deepl', [block]);
    expect(listIn(requests[0]?.json, 'text')).toEqual(['Run <span data-id="p0"></span> now']);
    expect(show(after.targets['de']?.runs)).toBe('RUN npm ci NOW');
  });
});

describe('MT tools and faults', () => {
  test('T64 an answer that lost a code is asked for once more and stays a proposal', async () => {
    const { block, requests, report } = await translate(
      'deepl',
      [rich()],
      {},
      {
        onError: 'skip',
        reply: () => ({ json: { translations: [{ text: 'KLICK' }] } }),
      },
    );
    expect(requests).toHaveLength(2);
    expect(block.targets).toEqual({});
    expect(block.annotations['alt-translation']).toMatchObject({
      items: [{ locale: 'de', matchType: 'mt', repaired: false }],
    });
    expect(report.documents[0]?.lossCounts).toMatchObject({ 'block-skipped': 1 });
  });

  test('T64 a lost end of a pair and escaped tags are put right', async () => {
    const answers = ['<b data-id="1">HIER', '&lt;b data-id="1"&gt;HIER&lt;/b&gt;'];
    for (const text of answers) {
      const { block } = await translate(
        'deepl',
        [aBlock([...bold('1', t('here'))])],
        {},
        {
          reply: () => ({ json: { translations: [{ text }] } }),
        },
      );
      expect(show(block.targets['de']?.runs)).toBe('<x id="1"/>HIER<x id="/1"/>');
      await server?.close();
    }
  });

  test('T70 a rate limit waits as long as the vendor says, and is one after so many', async () => {
    const soon = await translate(
      'deepl',
      ['a'],
      {},
      {
        reply: (request, turn) =>
          turn === 1
            ? { status: 429, headers: { 'retry-after': '0' } }
            : { json: vendorWires['deepl']?.answer(vendorWires['deepl'].texts(request).map(shout)) },
      },
    );
    expect([soon.requests.length, show(soon.block.targets['de']?.runs)]).toEqual([2, 'A']);
    await server?.close();
    const late = await translate(
      'deepl',
      ['a'],
      {},
      { reply: () => ({ status: 429, headers: { 'retry-after': '3600' } }) },
    );
    expect(late.requests).toHaveLength(1);
    expect(late.report.documents[0]?.error).toMatchObject({ type: 'RATE_LIMIT' });
    await server?.close();
    const quota = await translate('deepl', ['a'], {}, { reply: () => ({ status: 456 }) });
    expect(quota.report.documents[0]?.error).toMatchObject({ type: 'RATE_LIMIT' });
    expect(quota.requests).toHaveLength(3);
    await server?.close();
    const finished = await translate('mymemory', ['a'], {}, { reply: () => ({ json: { quotaFinished: true } }) });
    expect(finished.report.documents[0]?.error).toMatchObject({ type: 'RATE_LIMIT' });
  });

  const faults: readonly (readonly [
    what: string,
    reply: () => VendorReply | undefined,
    type: string,
    count: number,
  ])[] = [
    ['refuses the key', () => ({ status: 403, json: { message: 'Forbidden' } }), 'AUTH', 1],
    ['does not understand', () => ({ status: 400, json: { error: { message: 'bad pair' } } }), 'PERMANENT', 1],
    ['is broken', () => ({ status: 503 }), 'TRANSIENT', 3],
    ['gives fewer texts', () => ({ json: { translations: [] } }), 'TRANSIENT', 1],
    ['gives something else', () => ({ json: [1] }), 'TRANSIENT', 1],
    ['never answers', () => undefined, 'TIMEOUT', 1],
  ];
  test.each(faults)('T69 a vendor that %s fails the block and loses none', async (_, reply, type, count) => {
    const patience = { baseMs: 1, timeoutMs: type === 'TIMEOUT' ? 500 : 30_000 };
    const { block, requests, report } = await translate('deepl', ['a', 'b'], {}, { reply, patience });
    expect(report.documents[0]?.error).toMatchObject({ type });
    expect([block.targets, requests.length]).toEqual([{}, count]);
    await server?.close();
    const skipped = await translate('deepl', ['a', 'b'], {}, { reply, patience, onError: 'skip' });
    expect(skipped.blocks).toHaveLength(2);
    expect(skipped.report.documents[0]?.lossCounts).toMatchObject({ 'block-skipped': 2 });
  });

  test('T70 a pair that the vendor does not know is refused before any file', () => {
    const registry = new FlowToolRegistry().registerProvider('demo', true);
    registerAll(registry, [deeplTranslate]);
    const compiled = (provider: string) =>
      compileFlow({ name: 'f', spec: { steps: [{ tool: 'deepl-translate', config: { provider } }] } }, registry, {
        sourceLocale: 'en',
        targetLocales: ['de', 'tlh'],
        source: { kind: 'store' },
      });
    expect(compiled('deepl').diagnostics).toMatchObject([{ rule: 'pair-unsupported', severity: 'error' }]);
    expect(compiled('demo').plan).toBeDefined();
  });
});
