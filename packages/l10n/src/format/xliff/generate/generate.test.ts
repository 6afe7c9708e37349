import { spawnSync } from 'node:child_process';
import { payloadOf, type Block, type Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../../../../test/needs.js';
import { readDocument, writeDocument } from '../../../testing/document-kit.js';
import { partsOf, richBlocks } from '../../../testing/format/rich-blocks.js';
import { xliffFormat } from '../format.js';

const spaced: Runs = [{ kind: 'text', text: ' two  spaces\n<and a line> ' }];
/** XLIFF 1.2 has no way to write a control character. */
const writable = richBlocks.map((block) => (block.name === 'space' ? { ...block, source: spaced } : block));

async function generate(): Promise<string> {
  const kit = { targetLocale: 'de', document: 'app.json' };
  const { bytes } = await writeDocument(xliffFormat, { parts: partsOf(writable), skeleton: undefined }, kit);
  return Buffer.from(bytes).toString();
}

async function readBack(): Promise<ReadonlyMap<string, Block>> {
  const { blocks } = await readDocument(xliffFormat, await generate(), { targetLocale: 'de' });
  return new Map(blocks.map((block) => [block.name, block]));
}

/** Codes with their types; the end of a pair has none in XLIFF 1.2. */
function shown(runs: Runs): string {
  return runs
    .map((run) => {
      if (run.kind === 'text') return run.text;
      if (run.kind === 'ph' || run.kind === 'pc-open') return `[${run.kind} ${run.id} ${run.type}]`;
      return run.kind === 'pc-close' ? `[/${run.id}]` : run.kind;
    })
    .join('');
}

describe('a new XLIFF 1.2 file', () => {
  test('X98 texts, typed codes, notes, context, length, states and proposals survive', async () => {
    const title = (await readBack()).get('home.title');
    expect(shown(title?.source ?? [])).toBe(
      'Hello [ph 1 code:variable], [pc-open 2 fmt:bold]bold & <brave>[/2][ph x y code:function]',
    );
    expect(shown(title?.targets['de']?.runs ?? [])).toContain('[pc-open 2 fmt:bold]Hallo[/2] [ph 1 code:variable]');
    expect(title?.targets['de']?.status).toBe('reviewed');
    expect(title?.displayHint).toEqual({ maxLength: 40, unit: 'chars' });
    expect(title?.properties['context']).toBe('Title of the page');
    expect(payloadOf(title?.annotations['note'], 'note')?.items).toMatchObject([
      { text: 'A greeting' },
      { priority: 2 },
    ]);
    const [proposal] = payloadOf(title?.annotations['alt-translation'], 'alt-translations')?.items ?? [];
    expect(proposal).toMatchObject({ score: 0.75, engine: 'tm' });
  });

  test('X98 forms are units of one group, for both languages', async () => {
    const read = await readBack();
    expect(await generate()).toContain('restype="x-gettext-plurals"');
    const forms = ['one', 'other', 'few'].map((key) => read.get(`files[${key}]`));
    expect(forms.map((block) => dataText(block?.source ?? []))).toEqual(['one file', 'many files', 'many files']);
    expect(forms.map((block) => dataText(block?.targets['de']?.runs ?? []))).toEqual(['eine', 'viele', 'wenige']);
  });

  test('X31 white space, crossing pairs, locked texts and all states survive', async () => {
    const read = await readBack();
    expect(dataText(read.get('space')?.source ?? [])).toBe(' two  spaces\n<and a line> ');
    expect(read.get('locked')?.translatable).toBe(false);
    expect(read.get('new')?.targets['de']?.status).toBe('new');
    expect(read.get('done')?.targets['de']?.status).toBe('signed-off');
    expect(shown(read.get('crossing')?.source ?? [])).toContain('a[pc-open 3 fmt:italic]b');
  });

  test('X31 a character that XML lacks is refused', async () => {
    const writing = writeDocument(xliffFormat, { parts: partsOf(richBlocks), skeleton: undefined });
    await expect(writing).rejects.toMatchObject({ code: 'L10N_UNWRITABLE', details: { block: '/space' } });
  });

  test('X31 xmllint reads it', needs('xmllint'), async () => {
    const input = await generate();
    expect(spawnSync('xmllint', ['--noout', '-'], { input, encoding: 'utf8' }).stderr).toBe('');
  });
});
