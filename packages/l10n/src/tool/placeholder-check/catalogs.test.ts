import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Block } from '@helve/flow';
import { beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../../../../../test/needs.js';
import { fileSource } from '../../format/byte-source.js';
import { poFormat } from '../../format/po/format.js';
import { readDocument } from '../../testing/document-kit.js';
import { foundIn, type FoundFinding } from '../../testing/finding-kit.js';
import { findMutations, mutationCases } from '../../testing/mutation-kit.js';
import { mutationOperators } from '../../testing/mutation-operators.js';
import { runSteps } from '../../testing/run-tool.js';
import { aBlock, plural } from '../../testing/runs-kit.js';
import { qaCheck } from '../qa-check/qa-check.js';
import { placeholderCheck } from './placeholder-check.js';

const checks = [qaCheck, placeholderCheck];
/** Sampling rate: the bench takes all catalogs, this test one of so many. */
const sampled = 4;
const folder = resolve(import.meta.dirname, '../../../../../../shared/data/l10n/po');

interface Verdict {
  readonly fingerprint: string;
  readonly rule: string;
  /** `harmless` findings are true, but no program breaks because of them. */
  readonly verdict: 'right' | 'harmless' | 'false';
  readonly kind: string;
}
const verdicts = JSON.parse(readFileSync(join(import.meta.dirname, 'verdicts.json'), 'utf8')) as readonly Verdict[];

describe('broken translations', () => {
  const blocks = [
    aBlock('%s has %d of 25 files', { de: '%s hat %d von 25 Dateien' }, { status: 'translated' }),
    aBlock('Hello {name}, <b>click</b>', { de: 'Hallo {name}, <b>klicken</b>' }, { status: 'translated' }),
    aBlock('In %(place)s', { de: 'In %(place)s' }, { status: 'translated', properties: { flags: 'python-format' } }),
    aBlock(
      [plural({ one: 'A file', other: 'Many files' })],
      { de: [plural({ one: 'Eine Datei', other: 'Viele Dateien' })] },
      { status: 'translated' },
    ),
  ];

  test('T28 each operator has a case, and each case is found', async () => {
    const found = await findMutations(mutationCases(blocks, mutationOperators, 10), checks);
    expect(new Set(found.map(({ mutation }) => mutation.operator.name)).size).toBe(mutationOperators.length);
    expect(found.filter(({ isFound }) => !isFound).map(({ mutation }) => mutation.target)).toEqual([]);
  });
});

test('T42 placeholder-check was right wherever it was judged', () => {
  const own = verdicts.filter(({ rule }) => rule.startsWith('placeholder.'));
  expect(own.length).toBeGreaterThan(5);
  expect(own.filter(({ verdict }) => verdict !== 'right')).toEqual([]);
});

describe('real catalogs', needs('shared'), () => {
  const blocks: Block[] = [];
  const findings: FoundFinding[] = [];
  let flagged = 0;

  beforeAll(async () => {
    if (!needs('shared').ok) return;
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(({ name }) =>
      name.endsWith('.po'),
    );
    for (const file of files
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .filter((_, at) => at % sampled === 0)) {
      const { parts, blocks: read } = await readDocument(poFormat, fileSource(file), { document: file });
      const shipped = read.filter(({ targets }) => Object.values(targets)[0]?.status === 'translated');
      const [locale] = Object.keys(shipped[0]?.targets ?? {});
      if (locale === undefined) continue;
      const ids = new Set(shipped.map(({ id }) => id));
      const kept = parts.filter((part) => part.kind !== 'block' || ids.has(part.block.id));
      const run = await runSteps(checks, [{ tool: 'qa-check' }, { tool: 'placeholder-check' }], kept, {
        targets: [locale],
      });
      blocks.push(...shipped);
      for (const block of run.blocks) {
        const own = foundIn(block);
        findings.push(...own);
        if (own.some(isSerious)) flagged += 1;
      }
    }
  }, 120_000);

  const isSerious = ({ severity }: FoundFinding) => severity === 'critical' || severity === 'major';

  test('T28 fewer than one of a hundred shipped units has a finding that is major or critical', () => {
    expect(blocks.length).toBeGreaterThan(5000);
    expect(flagged / blocks.length).toBeLessThan(0.01);
  });

  test('T42 every such finding, and every one of placeholder-check, was judged', () => {
    const judged = new Set(verdicts.map(({ fingerprint }) => fingerprint));
    const serious = findings.filter((found) => isSerious(found) || found.check === 'placeholder-check');
    expect(
      serious.filter(({ fingerprint }) => !judged.has(fingerprint)).map(({ rule, subject }) => [rule, subject]),
    ).toEqual([]);
    expect(verdicts).toHaveLength(100);
  });

  test('T42 no finding that is major or critical was judged false', () => {
    const wrong = new Set(verdicts.filter(({ verdict }) => verdict === 'false').map(({ fingerprint }) => fingerprint));
    expect(findings.filter((found) => isSerious(found) && wrong.has(found.fingerprint))).toEqual([]);
  });

  test('T28 at least 99 of 100 broken translations are found', { timeout: 60_000 }, async () => {
    const found = await findMutations(mutationCases(blocks, mutationOperators, 8), checks);
    expect(found.length).toBeGreaterThan(80);
    expect(found.filter(({ isFound }) => isFound).length / found.length).toBeGreaterThanOrEqual(0.99);
  });
});
