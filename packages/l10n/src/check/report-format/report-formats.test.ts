import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { aBlock, t, variable } from '../../testing/runs-kit.js';
import { blockKey } from '../block-key.js';
import { createCheckReport, type CheckReport } from '../check-report.js';
import type { LocatedFinding } from '../collect-findings.js';
import { toHtml } from '../html/to-html.js';
import { shortenPieces } from '../shorten-pieces.js';
import { toPieces, type TextPiece } from '../text-piece.js';
import { toGithub } from './to-github.js';
import { toJunit } from './to-junit.js';
import { toSarif } from './to-sarif.js';

const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&\u0000';

function located(fields: Partial<LocatedFinding> = {}, severity: 'critical' | 'minor' = 'critical'): LocatedFinding {
  const finding = {
    id: 'f1',
    rule: 'qa.double-spaces',
    check: 'qa-check',
    severity,
    message: 'Two spaces',
    side: 'target' as const,
    variant: 'ar',
    fingerprint: '0123456789abcdef',
  };
  const texts = {
    source: { locale: 'en', pieces: [{ kind: 'text', text: 'Open ' } as const, { kind: 'code', text: '%s' } as const] },
    target: { locale: 'ar', pieces: [{ kind: 'text', text: hostile, fault: true } as const] },
  };
  return { finding, file: 'ar.po', block: 'b', name: '', key: 'menu "Open"', order: 0, snippet: '', texts, ...fields };
}

function report(
  findings: readonly LocatedFinding[],
  ignore: readonly { rule: string; reason: string }[] = [],
  failures: CheckReport['failures'] = [],
): CheckReport {
  const files = [...new Set(findings.map(({ file }) => file))];
  return createCheckReport({
    findings,
    files,
    blocks: 1,
    words: 9,
    locales: ['ar'],
    checks: [],
    today: '2030-01-01',
    ignore,
    failures,
  });
}

describe('toPieces', () => {
  test('marks the fault, and shows codes as the file writes them', () => {
    const runs = aBlock([t('Hello '), variable('1'), t(' you')]).source;
    const pieces = toPieces(runs, { startRun: 0, startOffset: 4, endRun: 2, endOffset: 1 });
    expect(pieces.map(({ kind, fault }) => [kind, fault === true])).toEqual([
      ['text', false],
      ['text', true],
      ['code', true],
      ['text', true],
      ['text', false],
    ]);
  });

  test('a fault inside of a plural form shows that form, and a whole text shows all of them', () => {
    const forms = { one: [t('a file')], other: [t('files')] };
    const runs = [{ kind: 'plural', pivot: 'n', forms } as const];
    expect(toPieces(runs).map(({ text }) => text)).toEqual(['one', 'a file', 'other', 'files']);
    const range = { path: [{ run: 0, form: 'other' }], startRun: 0, startOffset: 0, endRun: 0, endOffset: 2 };
    expect(toPieces(runs, range)).toEqual([
      { kind: 'form', text: 'other' },
      { kind: 'text', text: 'fi', fault: true },
      { kind: 'text', text: 'les' },
    ]);
  });
});

describe('shortenPieces', () => {
  const width = (text: string) => [...text].length;

  test('keeps the fault in view', () => {
    const pieces: readonly TextPiece[] = [
      { kind: 'text', text: 'a'.repeat(100) },
      { kind: 'text', text: '  ', fault: true },
      { kind: 'text', text: 'b'.repeat(100) },
    ];
    const text = shortenPieces(pieces, 20, width)
      .map((piece) => piece.text)
      .join('');
    expect(text).toBe('…aaaaaa  bbbbbbbbbb…');
  });

  test('never exceeds the width, and leaves short content as it is', () => {
    const piece = fc.record({
      kind: fc.constantFrom('text' as const, 'code' as const),
      text: fc.string({ maxLength: 15 }),
    });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), fc.integer({ min: 20, max: 60 }), (pieces, max) => {
        const whole = pieces.reduce((sum, { text }) => sum + width(text), 0);
        const short = shortenPieces(pieces, max, width);
        expect(short.reduce((sum, { text }) => sum + width(text), 0)).toBeLessThanOrEqual(max);
        if (whole <= max) expect(short).toBe(pieces);
      }),
    );
  });
});

test('blockKey names a message by its context and text, and a keyed text by its key', () => {
  const block = aBlock([t('Open the very long name of a file that nobody can remember')]);
  expect(blockKey({ ...block, name: '' })).toBe('"Open the very long name of a file that…"');
  expect(blockKey({ ...block, name: 'menu', properties: { context: 'menu' } })).toMatch(/^menu "Open the/);
  expect(blockKey({ ...block, name: 'home.title' })).toBe('home.title');
  expect(blockKey({ ...block, name: '', id: 'm1', source: [] })).toBe('m1');
});

describe('toGithub', () => {
  test('T45 characters that act on a terminal are shown, and begin no command', () => {
    const line = toGithub(report([located({ file: 'a\u001b[2J\n::error::b.po' })]));
    expect(['\u001b', '\n'].filter((char) => line.includes(char))).toEqual([]);
  });

  test('escapes what ends a command or a property', () => {
    const line = toGithub(report([located({ file: 'a,b:c.po', line: 3, column: 2 })]));
    expect(line).not.toContain('\n');
    expect(line).toMatch(
      /^::error file=a%2Cb%3Ac[.]po,line=3,col=2,title=qa[.]double-spaces::menu "Open" ar: Two spaces%0Aen: Open %25s%0A/,
    );
  });

  test('minor findings are warnings, and suppressed ones are left out', () => {
    expect(toGithub(report([located({}, 'minor')]))).toMatch(/^::warning /);
    expect(toGithub(report([located()], [{ rule: 'qa.double-spaces', reason: 'x' }]))).toBe('');
  });
});

describe('toJunit', () => {
  /** The elements of a document; throws where it is no XML. */
  const elements = (xml: string) => {
    const found: { readonly name: string; readonly attributes: object }[] = [];
    const parser = new SaxesParser();
    parser.on('opentag', ({ name, attributes }) => found.push({ name, attributes: { ...attributes } }));
    parser.write(xml).close();
    return found;
  };

  test('has a suite for each file, and a failure for each finding that counts', () => {
    const xml = toJunit(report([located(), located({ file: 'de.po', line: 4 }), located({ file: 'de.po' }, 'minor')]));
    const found = elements(xml);
    const named = (name: string) => found.filter((each) => each.name === name).map(({ attributes }) => attributes);
    expect(named('testsuites')).toMatchObject([{ tests: '3', failures: '2' }]);
    expect(named('testsuite')).toMatchObject([
      { name: 'ar.po', tests: '1', failures: '1' },
      { name: 'de.po', tests: '2', failures: '1' },
    ]);
    expect(named('failure')).toMatchObject([{ message: 'Two spaces', type: 'qa.double-spaces' }, {}]);
    expect(named('system-out')).toHaveLength(1);
    expect(named('script')).toEqual([]);
    expect(xml).not.toContain('\u0000');
  });

  test('a clean report has a test that passes', () => {
    expect(elements(toJunit(report([]))).map(({ name }) => name)).toEqual(['testsuites', 'testsuite', 'testcase']);
  });
});

describe('toHtml', () => {
  test('text of a catalog is shown and never runs', () => {
    const page = toHtml({ check: report([located()]) });
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page).toMatch(/default-src 'none'; .*script-src 'sha256-/);
    expect(page).not.toMatch(/(?:src|href)="http/);
  });

  test('control characters are shown as signs', () => {
    const one = located();
    const message = 'Red \u001b[31m, none \u0000, \u009b and\ttab';
    const page = toHtml({ check: report([{ ...one, finding: { ...one.finding, message } }]) });
    expect(page).toContain('Red ␛[31m, none ␀, \ufffd and\ttab');
  });

  test('text of a language that is written from right to left is marked so, and codes stay as they are', () => {
    const page = toHtml({ check: report([located()]) });
    expect(page).toContain('<p lang="ar" dir="rtl">');
    expect(page).toContain('<span class="code" dir="ltr">%s</span>');
  });

  test('annotations stand beside the texts of their block and beside its findings, and never run', () => {
    const annotation = {
      type: 'term',
      kind: 'term',
      side: 'source' as const,
      range: { start: 0, end: 4 },
      text: hostile,
      values: ['ar: ' + hostile],
    };
    const texts = [{ locale: 'en', pieces: [{ kind: 'text' as const, text: 'Open' }] }];
    const blocks = [{ file: 'ar.po', block: 'b', key: 'menu', line: 3, texts, annotations: [annotation] }];
    const annotations = { total: 4, counts: { term: 4 }, blocks };
    const page = toHtml({ check: report([located()]), annotations });
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page.match(/<td>0–4<\/td>/g)).toHaveLength(2);
    expect(page).toContain('Annotations · 4 term');
    expect(toHtml({ annotations })).toContain('<title>4 annotations</title>');
  });
});

describe('a file that could not be checked', () => {
  const failed = report([], [], [{ file: 'de,"a.po', message: 'Cannot read it: <broken>' }]);

  test('no report passes with it', () => {
    expect(failed).toMatchObject({ pass: false, failures: [{ file: 'de,"a.po' }], gate: { failed: [] } });
  });

  test('it is an error of JUnit', () => {
    const xml = toJunit(failed);
    expect(xml).toContain('<testsuites name="helve check" tests="1" failures="0" errors="1" skipped="0">');
    expect(xml).toContain('<error message="Cannot read it: &lt;broken&gt;" type="not checked">');
  });

  test('it is a notification of SARIF', () => {
    const notification = { level: 'error', message: { text: 'Cannot read it: <broken>' } };
    expect(toSarif(failed, '1')).toMatchObject({
      runs: [{ invocations: [{ executionSuccessful: false, toolExecutionNotifications: [notification] }] }],
    });
    expect(toSarif(report([]), '1')).toMatchObject({ runs: [{ invocations: [{ executionSuccessful: true }] }] });
  });

  test('it is an error for GitHub and a line of the page', () => {
    expect(toGithub(failed)).toBe('::error file=de%2C"a.po,title=not checked::Cannot read it: <broken>');
    expect(toHtml({ check: failed })).toContain('de,&quot;a.po was not checked: Cannot read it: &lt;broken&gt;');
  });
});
