import { newPayload, type Part, type Runs } from '@helve/flow';
import { rangeFor } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { person, redactOne, reportOf, sourceAfter, vaultOf, visible } from '../../testing/redaction-kit.js';
import { aBlock, bold, plural, t, variable } from '../../testing/runs-kit.js';
import { runSteps, runTool, toParts } from '../../testing/run-tool.js';
import { unredact } from '../unredact/unredact.js';
import { redact } from './redact.js';

describe('redact', () => {
  test('TV1 one person has no number, two are numbered, and the same person twice has one number', async () => {
    const rules = [person('Ada'), person('Grace')];
    expect(await sourceAfter('Hello Ada!', { rules })).toBe('Hello [REDACTED:Person]!');
    expect(await sourceAfter('Ada met Grace, and Ada left.', { rules })).toBe(
      '[REDACTED:Person#1] met [REDACTED:Person#2], and [REDACTED:Person#1] left.',
    );
    expect(await sourceAfter('Ada, Grace', { rules, placeholder: '<{category} {n}>' })).toBe('<Person 1>, <Person 2>');
    expect(await sourceAfter('Ada, Grace', { rules, placeholder: '███' })).toBe('███#1, ███#2');
  });

  test('T93 a token is a placeholder named after the secret, with its visible text in every field', async () => {
    const vault = vaultOf();
    const { block } = await redactOne('Ada, Ada', { rules: [person('Ada')] }, { vault });
    const token = vault.tokenOf('person', 'Ada');
    const text = '[REDACTED:Person]';
    const run = { kind: 'ph', type: 'redaction:person', data: text, equiv: text, disp: text };
    expect(block.source).toEqual([{ ...run, id: token }, t(', '), { ...run, id: `${token}.2` }]);
    expect(block.annotations['redaction.secret']).toEqual({
      type: 'redaction.secret',
      tokens: [{ id: token, category: 'person' }],
    });
    expect(await vault.get({ document: 'test.txt', block: 'b1' }, token)).toMatchObject({ value: { text: 'Ada' } });
  });

  test('T93 a category of several words is shown with capitals', async () => {
    const rules = [{ term: 'X-15', category: 'project_code name' }];
    expect(await sourceAfter('X-15', { rules })).toBe('[REDACTED:Project Code Name]');
  });

  test('TV2 of overlapping matches the earlier start wins, then the longer', async () => {
    const rules = [
      { term: 'Corp Rome', category: 'place' },
      { term: 'Acme', category: 'short' },
      { term: 'Acme Corp', category: 'long' },
    ];
    expect(await sourceAfter('Acme Corp Rome', { rules })).toBe('[REDACTED:Long] Rome');
    expect(await sourceAfter('Acme', { rules: [...rules, { term: 'Acme', category: 'later' }] })).toBe(
      '[REDACTED:Short]',
    );
  });

  test('TV3 codes beside a match stay, and a term over adjacent text runs is found', async () => {
    const rules = [{ term: 'Acme Corp', category: 'org' }];
    expect(await sourceAfter(aBlock([...bold('1', t('Acme Corp')), t(' rules')]), { rules })).toBe(
      '<b>[REDACTED:Org]</b> rules',
    );
    expect(await sourceAfter(aBlock([t('Acme'), t(' Corp'), variable('1')]), { rules })).toBe('[REDACTED:Org]%1');
  });

  test('TV3 a match over the ends of a pair takes the pair along', async () => {
    const rules = [{ term: 'Acme Corp', category: 'org' }];
    expect(await sourceAfter(aBlock([t('the Acme '), ...bold('1', t('Corp'))]), { rules })).toBe('the [REDACTED:Org]');
    expect(await sourceAfter(aBlock([...bold('1', t('Acme')), t(' Corp.')]), { rules })).toBe('[REDACTED:Org].');
    expect(await sourceAfter(aBlock([t('Ac'), ...bold('1', t('me')), t(' Corp')]), { rules })).toBe('[REDACTED:Org]');
    expect(await sourceAfter(aBlock([...bold('1', ...bold('2', t('Acme')), t(' Corp'))]), { rules })).toBe(
      '<b>[REDACTED:Org]</b>',
    );
  });

  test('TV3 a match that would cut a pair is replaced in two pieces of one secret', async () => {
    const rules = [{ term: 'Acme Corp', category: 'org' }];
    const vault = vaultOf();
    const { block, report } = await redactOne(
      aBlock([t('Acme '), ...bold('1', t('Corp rules'))]),
      { rules },
      { vault },
    );
    expect(visible(block.source)).toBe('[REDACTED:Org]<b>[REDACTED:Org] rules</b>');
    const [stored] = await vault.list({ document: 'test.txt', block: 'b1' });
    const token = stored?.token ?? '';
    expect(block.annotations['redaction.secret']?.['tokens']).toEqual([
      { id: `${token}-1`, category: 'org', part: '1/2' },
      { id: `${token}-2`, category: 'org', part: '2/2' },
    ]);
    expect(block.source.flatMap((run) => ('id' in run ? [run.id] : []))).toEqual([
      `${token}-1`,
      '1',
      `${token}-2`,
      '1',
    ]);
    expect(reportOf(report)).toMatchObject({ redacted: 1, secrets: 1 });
    expect(report.lossCounts).toEqual({});
  });

  test('T92 what may not be deleted parts a match, and what may goes with it', async () => {
    const rules = [{ term: 'Acme Corp', category: 'org' }];
    const br = { kind: 'ph', id: '9', type: 'struct:break', data: '<br>' } as const;
    expect(await sourceAfter(aBlock([t('Acme'), variable('1'), t(' Corp')]), { rules })).toBe(
      '[REDACTED:Org]%1[REDACTED:Org]',
    );
    expect(await sourceAfter(aBlock([t('Acme'), br, t(' Corp')]), { rules })).toBe('[REDACTED:Org]');
    expect(
      await sourceAfter(aBlock([t('Ac'), ...bold('1', t('me'), variable('2'), t(' C')), t('orp')]), { rules }),
    ).toBe('[REDACTED:Org]<b>[REDACTED:Org]%2[REDACTED:Org]</b>[REDACTED:Org]');
    expect(await sourceAfter(aBlock([t('Acme'), plural({ other: '' }), t(' Corp')]), { rules })).toBe(
      '[REDACTED:Org]{}[REDACTED:Org]',
    );
    const half = { kind: 'pc-open', id: '3', type: 'fmt:bold', data: '<b>', isolated: true } as const;
    expect(await sourceAfter(aBlock([t('Acme'), half, t(' Corp')]), { rules })).toBe('[REDACTED:Org]<b>[REDACTED:Org]');
  });

  test('T92 what a removed neighbour had hidden goes too', async () => {
    const rules = [
      { term: 'xab', category: 'a' },
      { pattern: 'b?12c', category: 'b' },
    ];
    expect(await sourceAfter('xab12c', { rules })).toBe('[REDACTED:A][REDACTED:B]');
  });

  test('T92 letters on both sides of a token make no word', async () => {
    const rules = [
      { term: 'Ada', category: 'a' },
      { term: 'John', category: 'b' },
    ];
    expect(await sourceAfter('JohAdan', { rules })).toBe('Joh[REDACTED:A]n');
  });

  test('TV6 secrets in the form one, in a note, a property, an alt text and a target are replaced', async () => {
    const block = aBlock(
      [plural({ one: 'a file of Ada', other: 'files' })],
      { de: 'eine Datei von Ada' },
      {
        translatable: false,
        properties: { owner: 'Ada' },
        annotations: { note: newPayload('note', { items: [{ text: 'Ask Ada', from: 'Ada' }] }) },
      },
    );
    const media = { id: 'm1', mimeType: 'image/png', size: 1, altText: 'Ada in 1843', properties: { by: 'Ada' } };
    const parts: Part[] = [...toParts([block])];
    parts.splice(
      1,
      0,
      { kind: 'media', media },
      {
        kind: 'data',
        data: { id: 'd1', name: '', referent: false, properties: { author: 'Ada' } },
      },
    );
    const vault = vaultOf();
    const run = await runSteps([redact], [{ tool: 'redact', config: { rules: [person('Ada')] } }], parts, { vault });
    expect(JSON.stringify(run.parts)).not.toContain('Ada');
    expect(visible(run.block.source)).toBe('{a file of [REDACTED:Person]|files}');
    expect(visible(run.block.targets['de']?.runs)).toBe('eine Datei von [REDACTED:Person]');
    expect(run.block.properties).toEqual({ owner: '[REDACTED:Person]' });
    expect(run.parts.find(({ kind }) => kind === 'media')).toMatchObject({
      media: { altText: '[REDACTED:Person] in 1843', properties: { by: '[REDACTED:Person]' } },
    });
    expect(reportOf(run.report)).toMatchObject({
      redacted: 8,
      categories: { person: 8 },
      surfaces: { source: 1, targets: 1, notes: 2, properties: 3, 'alt-text': 1 },
      notScanned: { skeleton: 1, media: 1 },
    });
    expect(await vault.list({ document: 'test.txt', block: 'media:m1' })).toHaveLength(1);
  });

  test('T97 the report counts by category and by surface, for each document and in all', async () => {
    const rules = [person('Ada'), { term: 'Rome', category: 'place' }];
    const { report } = await redactOne(aBlock('Ada in Rome, Ada', { de: 'Ada in Rom' }), { rules });
    const counts = {
      redacted: 4,
      secrets: 2,
      categories: { person: 3, place: 1 },
      surfaces: { source: 3, targets: 1 },
      notScanned: { skeleton: 1 },
    };
    expect(report.reports['redact']).toEqual({ totals: counts, documents: [{ file: 'test.txt', ...counts }] });
  });

  test.each([
    ['in place', [person('Ada')]],
    ['on a thread', [{ pattern: '(Ada|A+d+a+)+', category: 'person' }]],
  ])('T94 what stands where nothing can be rewritten is found %s and told', async (_, rules) => {
    const link = {
      kind: 'ph',
      id: '1',
      type: 'link:email',
      data: '<ada@x>',
      equiv: 'Ada',
      disp: 'write to Ada',
    } as const;
    const block = aBlock([t('Write to '), link], { de: [t('An '), link] });
    const run = await redactOne(
      { ...block, name: 'mail.Ada', displayHint: { preview: 'of Ada', context: 'contact', maxLength: 20 } },
      { rules },
    );
    const masked = { ...link, equiv: '[REDACTED:Person]', disp: 'write to [REDACTED:Person]' };
    expect(run.block.source).toEqual([t('Write to '), masked]);
    expect(run.block.targets['de']?.runs).toEqual([t('An '), masked]);
    expect(reportOf(run.report)).toMatchObject({
      redacted: 4,
      surfaces: { source: 2, targets: 2 },
      kept: { 'block name': 1, 'display hint': 1 },
      notScanned: { skeleton: 1 },
    });
  });

  test('T94 a code that goes to the vault with the text around it is not changed on its way', async () => {
    const open = { kind: 'pc-open', id: '1', type: 'fmt:bold', data: '<b title="Ada">' } as const;
    const close = { kind: 'pc-close', id: '1', type: 'fmt:bold', data: '</b>' } as const;
    const block = aBlock([
      t('By '),
      open,
      t('Ada'),
      close,
      t(' and '),
      { ...open, id: '2' },
      t('me'),
      { ...close, id: '2' },
    ]);
    const vault = vaultOf();
    const run = await redactOne(block, { rules: [person('Ada')] }, { vault });
    expect(JSON.stringify(run.block)).not.toContain('Ada');
    const back = await runTool(unredact, [run.block], { vault, config: { vault: 'v' } });
    expect(back.block.source).toEqual(block.source);
  });

  test('T94 a block with a secret in its name is marked until it is restored', async () => {
    const vault = vaultOf();
    const run = await redactOne({ ...aBlock('Hello'), name: 'mail.Ada' }, { rules: [person('Ada')] }, { vault });
    expect(run.block.annotations['redaction.secret']).toEqual({ type: 'redaction.secret', tokens: [] });
    const back = await runTool(unredact, [run.block], { vault, config: { vault: 'v' } });
    expect(back.block.annotations).toEqual({});
  });

  test('T94 a block in whose name and codes nothing is found is told nothing about', async () => {
    const run = await redactOne(aBlock([t('Hello '), variable('1')]), { rules: [person('Ada')] });
    expect(reportOf(run.report)).not.toHaveProperty('kept');
  });

  test('T94 proposals, terms and findings are looked at, and a payload that nobody knows is named', async () => {
    const source = [t('The office')];
    const range = rangeFor(source, undefined, 4, 10);
    const block = aBlock(
      source,
      {},
      {
        annotations: {
          'alt-translation': newPayload('alt-translations', {
            items: [{ target: [t('Büro von '), ...bold('1', t('Ada L')), t('ovelace')], locale: 'de' }],
          }),
          own: { type: 'own', text: 'Ada Lovelace' },
        },
      },
    );
    block.overlays.push({
      type: 'term',
      variant: null,
      layer: '',
      spans: [{ id: 's', range, props: {}, value: newPayload('term', { text: 'Ada Lovelace', targets: [] }) }],
    });
    const run = await redactOne(block, { rules: [person('Ada Lovelace')] });
    const alternatives = run.block.annotations['alt-translation']?.['items'] as unknown as readonly { target: Runs }[];
    expect(visible(alternatives[0]?.target)).toBe('Büro von [REDACTED:Person]');
    expect(run.block.overlays[0]?.spans[0]?.value).toMatchObject({ text: '[REDACTED:Person]' });
    expect(reportOf(run.report)).toMatchObject({ surfaces: { annotations: 2 }, notScanned: { 'payload own': 1 } });
  });

  test('T94 only the chosen surfaces are looked at', async () => {
    const block = () => aBlock('Ada', { de: 'Ada' }, { properties: { owner: 'Ada' } });
    const { block: only } = await redactOne(block(), { rules: [person('Ada')], surfaces: ['targets'] });
    expect([visible(only.source), visible(only.targets['de']?.runs), only.properties['owner']]).toEqual([
      'Ada',
      '[REDACTED:Person]',
      'Ada',
    ]);
  });

  test('T94 a block in which matches are left fails, without the secret in the error', async () => {
    const rules = [{ pattern: String.raw`(?<=^|\ufffc)[a-z]`, category: 'letter' }];
    const { report } = await redactOne('abcdefghijklmnop', { rules });
    expect(report.status).toBe('failed');
    expect(JSON.stringify(report)).toContain('what must be redacted is left in source (1)');
    expect(JSON.stringify(report)).not.toContain('abcdef');
  });

  test('TV7 redacting twice equals redacting once, also where a rule fits the placeholder', async () => {
    const config = {
      rules: [person('Ada'), { pattern: 'person|REDACTED', category: 'word', flags: ['ignorecase'] }],
      presets: ['email'],
    };
    const vault = vaultOf();
    const block = aBlock(
      [t('Ada '), ...bold('1', t('a@b.example')), t(' one person')],
      { de: 'Ada' },
      {
        properties: { owner: 'Ada' },
        annotations: { note: newPayload('note', { items: [{ text: 'Ada, a person' }] }) },
      },
    );
    const once = await redactOne(block, config, { vault });
    const before = JSON.stringify(once.block);
    const twice = await redactOne(once.block, config, { vault });
    expect(JSON.stringify(twice.block)).toBe(before);
    // As read from a file: the placeholder is text.
    const { text } = { text: visible(once.block.source) };
    expect(visible((await redactOne(text, config, { vault })).block.source)).toBe(text);
  });

  test('T93 a second redaction with other rules goes on counting', async () => {
    const vault = vaultOf();
    const once = await redactOne('Ada and Grace', { rules: [person('Ada')] }, { vault });
    const twice = await redactOne(once.block, { rules: [person('Grace')] }, { vault });
    expect(visible(twice.block.source)).toBe('[REDACTED:Person] and [REDACTED:Person#2]');
    expect(twice.block.annotations['redaction.secret']?.['tokens']).toHaveLength(2);
  });

  test('TV5 a term span outside of the match survives and a segment around it stretches', async () => {
    const source = [t('Hi. Ask Ada today. Bye.')];
    const block = aBlock(source);
    const span = (id: string, start: number, end: number) => ({
      id,
      range: rangeFor(source, undefined, start, end),
      props: {},
    });
    block.overlays.push(
      { type: 'segmentation', variant: null, layer: '', spans: [span('1', 0, 4), span('2', 4, 19), span('3', 19, 23)] },
      { type: 'term', variant: null, layer: '', spans: [span('name', 8, 11), span('day', 12, 17)] },
    );
    const { block: after, report } = await redactOne(block, { rules: [person('Ada')] });
    expect(after.overlays.map(({ type, spans }) => [type, spans.map(({ id }) => id)])).toEqual([
      ['segmentation', ['1', '2', '3']],
      ['term', ['day']],
    ]);
    expect(report.lossCounts).toEqual({ 'overlay-dropped': 1 });
  });

  test('T92 an approved target is redacted and stays approved', async () => {
    const { block } = await redactOne(aBlock('Ada', { de: 'Ada' }, { status: 'signed-off' }), {
      rules: [person('Ada')],
    });
    expect([visible(block.targets['de']?.runs), block.targets['de']?.status]).toEqual([
      '[REDACTED:Person]',
      'signed-off',
    ]);
  });
});
