import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from '@messageformat/parser';
import { textRun, type Block, type Run, type Runs } from '@helve/flow';
import { containsForms, formsOf, withForms } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { readDocument, withContent, writeDocument } from '../../testing/document-kit.js';
import { probeTexts } from '../../testing/probe-text.js';
import { arbFormat } from './format.js';

const folder = resolve(import.meta.dirname, '../../../../../../shared/data/l10n/arb');

/** Puts brackets around every text of a message, in its forms too. */
function pseudo(runs: Runs): Runs {
  return runs.map((run): Run => {
    if (run.kind === 'plural' || run.kind === 'select')
      return withForms(
        run,
        formsOf(run).map(([key, inner]) => [key, pseudo(inner)]),
      );
    return run.kind === 'text' ? textRun(`⟦${run.text}é"⟧`) : run;
  });
}

async function rewritten(input: Uint8Array | string, change: (block: Block) => Runs, options = {}): Promise<object> {
  const document = await readDocument(arbFormat, input, { options });
  const parts = withContent(arbFormat, document.parts, change, 'de');
  const { bytes } = await writeDocument(arbFormat, { ...document, parts }, { options });
  return JSON.parse(Buffer.from(bytes).toString()) as object;
}

describe('@messageformat/parser', () => {
  test(
    'X7 accepts every message of pseudo-translated files, key for key',
    { ...needs('shared'), timeout: 60_000 },
    async () => {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.arb')) continue;
        const bytes = readFileSync(join(folder, name));
        const before = JSON.parse(bytes.toString()) as object;
        const after = await rewritten(bytes, ({ source }) => pseudo(source));
        expect(Object.keys(after), name).toEqual(Object.keys(before));
        for (const [key, text] of Object.entries(after)) {
          // Without escaping, an apostrophe is a plain character, which this parser wants doubled.
          if (typeof text === 'string' && !key.startsWith('@')) parse(text.replaceAll("'", "''"));
        }
      }
    },
  );

  test.each(probeTexts.filter((text) => !/[{}]/u.test(text)).map((text) => [JSON.stringify(text), text] as const))(
    'X7 reads the probe text %s',
    async (_, text) => {
      const after = await rewritten('{"a": "x"}', () => [textRun(text)]);
      expect(after).toEqual({ a: text });
    },
  );

  test.each(probeTexts.map((text) => [JSON.stringify(text), text] as const))(
    'X7 reads the probe text %s with escaping',
    async (_, text) => {
      const after = await rewritten('{"a": "x"}', () => [textRun(text)], { useEscaping: true });
      const [value] = Object.values(after) as string[];
      const tokens = parse(value ?? '');
      expect(tokens.map((token) => (token.type === 'content' ? token.value : '?')).join('')).toBe(text);
    },
  );

  test('X7 finds the forms of a plural where they were written', async () => {
    const input = '{"a": "{n, plural, =0{none} one{one {x}} other{# of {x}}}"}';
    const after = await rewritten(input, ({ source }) => {
      expect(containsForms(source)).toBe(true);
      return pseudo(source);
    });
    const [message] = Object.values(after) as string[];
    expect(parse(message ?? '')).toMatchObject([
      { type: 'plural', arg: 'n', cases: [{ key: '=0' }, { key: 'one' }, { key: 'other' }] },
    ]);
  });
});
