import type { Runs } from '@helve/flow';
import { describe, expect, test } from 'vitest';
import { foundIn, rulesFound } from '../../testing/finding-kit.js';
import { runTool } from '../../testing/run-tool.js';
import { aBlock, bold, plural, t, variable } from '../../testing/runs-kit.js';
import { placeholderCheck } from './placeholder-check.js';

async function found(source: Runs | string, target: Runs | string, config = {}, locale = 'de') {
  const { block } = await runTool(placeholderCheck, [aBlock(source, { [locale]: target })], {
    config,
    targets: [locale],
  });
  return foundIn(block);
}

async function subjects(source: Runs | string, target: Runs | string, locale = 'de') {
  return (await found(source, target, {}, locale)).map(({ rule, subject }) => `${rule.slice(12)} ${subject ?? ''}`);
}

/** A placeholder of an XLIFF file that Angular extracted. */
function interpolation(id: string, text: string): Runs[number] {
  const data = `<x id="${id}" equiv-text="${text}"/>`;
  return { kind: 'ph', id, type: 'code:markup', data, equiv: text };
}

describe('placeholder-check', () => {
  test('inline codes of XLIFF are equal by id, not by the text they stand for', async () => {
    const source = [t('Every '), interpolation('INTERPOLATION', '{{ interval }}'), t(' s')];
    expect(await subjects(source, [t('Alle '), interpolation('INTERPOLATION', '{{interval}}'), t(' s')])).toEqual([]);
    const other = await found(source, [t('Alle '), interpolation('INTERPOLATION_1', '{{ interval }}'), t(' s')]);
    expect(other.map(({ rule }) => rule)).toEqual(['placeholder.missing', 'placeholder.extra']);
  });

  test('a percent sign is text where the source of an app has no placeholder', async () => {
    const foundOf = async (source: string, target: string) => {
      const block = aBlock(source, { de: target }, { properties: { flags: 'objc-format' } });
      return foundIn((await runTool(placeholderCheck, [block])).block).map(({ rule }) => rule);
    };
    expect(await foundOf('Progress percentage', 'Fortschritt in %')).toEqual([]);
    expect(await foundOf('Progress: %@', 'Fortschritt in %: %@')).toEqual(['placeholder.invalid']);
  });

  test('a message of Angular needs no form for all others', async () => {
    const source = '{VAR_SELECT, select, wind {Windstorm} fire {Magneta}}';
    expect(await found(source, '{VAR_SELECT, select, wind {Windsturm} fire {Magneta}}')).toEqual([]);
    expect(await found(source, '{VAR_SELECT, select, wind {Windsturm} fire {Magneta}')).toMatchObject([
      { rule: 'placeholder.invalid' },
    ]);
    const [fault] = await found('{n, select, wind {Windstorm}}', '{n, select, wind {Sturm}}');
    expect(fault?.rule).toBe('placeholder.invalid-source');
  });

  test('a span of Android is the placeholders in it, with or without the span', async () => {
    const span = (id: string, text: string): Runs[number] => ({
      kind: 'ph',
      id,
      type: 'code:variable',
      subType: 'xml:xliff:g',
      data: `<xliff:g id="${id}" example="Ann">${text}</xliff:g>`,
      equiv: id,
    });
    const wrapped = [t('Hello '), span('name', '%1$s'), t(', '), span('left', '%2$d of %3$d')];
    const bare = [variable('1', '%2$d'), t('/'), variable('2', '%3$d'), t(' für '), variable('3', '%1$s')];
    expect(await subjects(wrapped, bare)).toEqual([]);
    expect(await subjects(bare, wrapped)).toEqual([]);
    expect(await subjects(wrapped, [t('Hallo '), span('who', '%1$s'), t(', '), variable('1', '%2$d')])).toEqual([
      'missing %3$d',
    ]);
    expect(await subjects([span('name', '%1$s'), t(' went')], [span('name', '%2$s'), t(' ging')])).toEqual([
      'missing %1$s',
    ]);
    expect(await subjects([t('About '), span('app', 'Acme')], 'Über Acme')).toEqual([]);
  });

  test('a message around inline codes of XLIFF is compared by its codes', async () => {
    const message = (none: string, some: string, id = 'INTERPOLATION') => [
      t(`{VAR_PLURAL, plural, =0 {${none}} other {`),
      interpolation(id, '{{ n }}'),
      t(` ${some}}}`),
    ];
    expect(await subjects(message('none', 'files'), message('keine', 'Dateien'))).toEqual([]);
    const lost = await found(message('none', 'files'), message('keine', 'Dateien', 'INTERPOLATION_1'));
    expect(lost.map(({ rule }) => rule)).toEqual(['placeholder.missing', 'placeholder.extra']);
  });

  test('comments and terms on the text of one side are no placeholders', async () => {
    const marker = (kind: 'pc-open' | 'pc-close', data: string) =>
      ({ kind, id: 'm', type: 'code:markup', data }) as const;
    const target = [
      t('Ein '),
      marker('pc-open', '<mrk mtype="x-comment" cid="1">'),
      t('Produkt'),
      marker('pc-close', '</mrk>'),
    ];
    expect(await subjects([t('A product')], target)).toEqual([]);
  });

  test('values inside of tags are counted, so that positions fit', async () => {
    const alias = (value: string) =>
      ({ kind: 'ph', id: '1', type: 'code:markup', data: `<alias value='${value}'/>` }) as const;
    const source = [alias('%s'), t(' was given for %s')];
    expect(await subjects(source, [t('für %2$s wurde '), alias('%1$s'), t(' angegeben')])).toEqual([]);
  });

  test.each([
    ['Hi {{name}}', 'Hallo {{name}}'],
    ['Hi {{ name }}', 'Hallo {{name}}'],
    ['Hi ${name}', 'Hallo ${name}'],
    ['Hi %(name)s', 'Hallo %(name)s'],
    ['%1$s of %2$s', '%2$s von %1$s'],
    ['%s of %d', '%2$d von %1$s'],
    ['%d', '%i'],
    ['%.2f', '%.1f'],
    ['{0} of {1}', '{1} von {0}'],
    ['{} of {}', '{1} von {0}'],
    ['{d, date, short}', '{d, date, long}'],
    ['<0>a</0>', '<0>b</0>'],
    ['100% sure', '100% sicher'],
    ['50% discount', '50% descuento'],
    ['no placeholder', 'kein Platzhalter'],
    ['Choose {{ n }} file|Choose {{ n }} files', 'Wähle {{ n }} Dateien'],
    ['{n} file|{n} files', '{n} plik|{n} pliki|{n} plików'],
    ['use the ${var[;width]} syntax', 'die Syntax ${var[;breite]} verwenden'],
  ])('T28 %j has the placeholders of %j', async (source, target) => {
    expect(await subjects(source, target)).toEqual([]);
  });

  test.each([
    ['Hi {{name}}', 'Hallo {name}', ['missing {{name}}', 'extra {name}']],
    ['Hi ${name}', 'Hallo', ['missing ${name}']],
    ['%(name)s', '%(nom)s', ['missing %(name)s']],
    ['%1$s of %2$s', '%1$s', ['missing %2$s']],
    ['%s', '%d', ['type %s→%d']],
    ['%s and %d', '%d und %s', ['order %d %s']],
    ['{name}', '{Name}', ['missing {name}']],
    ['{x} {x}', '{x}', ['missing {x}']],
    ['<0>a</0>', '<0>b', ['nesting <0>']],
    ['%{count}', '{count}', ['missing %{count}', 'extra {count}']],
  ])('T28 %j has lost placeholders in %j', async (source, target, expected) => {
    expect(await subjects(source, target)).toEqual(expected);
  });

  test('T28 a missing placeholder is critical, an extra one major, each with its place', async () => {
    const [missing, extra] = await found('Hi {name}!', 'Hallo %(nam)s!');
    expect(missing).toMatchObject({
      rule: 'placeholder.missing',
      check: 'placeholder-check',
      severity: 'critical',
      message: 'The placeholder "{name}" of the source is missing',
      source: { start: 3, end: 9 },
      target: { start: 0, end: 14 },
    });
    expect(extra).toMatchObject({ rule: 'placeholder.extra', severity: 'major', target: { start: 6, end: 13 } });
  });

  test('T28 a misspelt placeholder is one finding that names both', async () => {
    const findings = await found('Hi {name}!', 'Hallo {nam}!');
    expect(findings).toMatchObject([
      {
        rule: 'placeholder.missing',
        severity: 'critical',
        message: 'The placeholder "{name}" of the source is "{nam}" in the target',
        source: { start: 3, end: 9 },
        target: { start: 6, end: 11 },
      },
    ]);
  });

  test('T28 flagExtra tells whether placeholders of the target alone are found', async () => {
    expect(await subjects('a', '{b}')).toEqual(['extra {b}']);
    expect(await found('a', '{b}', { flagExtra: false })).toEqual([]);
  });

  test('T28 severities change a rule or turn it off, and know the rules of the check', async () => {
    const off = await found('{a}', '%(b)s', {
      severities: { 'placeholder.missing': 'off', 'placeholder.extra': 'minor' },
    });
    expect(off.map(({ rule, severity }) => [rule, severity])).toEqual([['placeholder.extra', 'minor']]);
    await expect(found('a', 'b', { severities: { 'placeholder.mising': 'off' } })).rejects.toThrow(
      '"placeholder.mising"',
    );
  });

  test('TV23 the categories of a plural are not compared', async () => {
    const source = '{count, plural, one {# file} other {# files}}';
    const target = '{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}';
    expect(await subjects(source, target, 'pl')).toEqual([]);
    const runs = (forms: readonly string[]) => [
      plural(Object.fromEntries(forms.map((form) => [form, [variable('1', '#'), t(' x')]])), 'count'),
    ];
    expect(await subjects(runs(['one', 'other']), runs(['one', 'few', 'many', 'other']), 'pl')).toEqual([]);
  });

  test('TV23 a dropped argument of a message is critical', async () => {
    const dropped = await found('You have {count} files', 'Sie haben Dateien');
    expect(dropped).toMatchObject([{ rule: 'placeholder.missing', severity: 'critical', subject: '{count}' }]);
    const inForms = await found(
      '{n, plural, one {# by {who}} other {# by {who}}}',
      '{n, plural, one {# von} other {# von}}',
    );
    expect(inForms).toMatchObject([{ severity: 'critical', subject: '{who}' }]);
  });

  test('T28 messages are compared by argument, picker and offset', async () => {
    const source = '{n, plural, offset:1 one {#} other {#}}';
    expect(await subjects(source, '{n, plural, one {#} other {#}}')).toEqual([
      'missing {n, plural}',
      'extra {n, plural}',
    ]);
    expect(await subjects('{n, plural, other {#}}', '{n, selectordinal, other {#}}')).toHaveLength(2);
    expect(await subjects('{g, select, other {x}}', '{h, select, other {x}}')).toHaveLength(2);
    expect(await subjects('{n, plural, one {one} other {#}}', '{n, plural, one {eins} other {viele}}')).toEqual([
      'missing #',
    ]);
  });

  test('T28 arguments count outside of forms, are only present inside, and may go in and out', async () => {
    expect(await subjects('{n, plural, one {{a}} other {{a} {a}}}', '{n, plural, one {{a}} other {{a}}}')).toEqual([]);
    expect(await subjects('{a}: {n, plural, other {#}}', '{n, plural, other {{a} #}}')).toEqual([]);
    expect(await subjects('{a} {a} {n, plural, other {#}}', '{a} {n, plural, other {#}}')).toEqual(['missing {a}']);
  });

  test('T28 a language without plurals may do without the plural, not without the number', async () => {
    const source = '{n, plural, one {# file} other {# files}}';
    expect(await subjects(source, '{n} 個のファイル', 'ja')).toEqual([]);
    expect(await subjects(source, 'ファイル', 'ja')).toEqual(['missing {n, plural}', 'missing #']);
    expect(await subjects(source, '{n} Dateien', 'de')).toEqual(['missing {n, plural}']);
  });

  test('T28 a message that is broken in the target is told with the place', async () => {
    const [broken, ...others] = await found('{n, plural, one {#} other {#}}', 'Mit {n, plural, one {#} other {#}');
    expect(broken).toMatchObject({ rule: 'placeholder.invalid', severity: 'critical' });
    expect(broken?.target?.start).toBeGreaterThan(3);
    expect(others).toEqual([]);
    expect(await subjects('{n, plural, one {#} other {#}}', 'n')).toEqual(['missing {n, plural}', 'missing #']);
  });

  test.each([
    ['{n, plural, one {# file} other {# files}', '{n, plural, one {# Datei} other {# Dateien}}'],
    ['{n, plural, one {# file}}', '{n, plural, one {# Datei} other {# Dateien}}'],
    ['{n, plural, one {# file} other {# files}', '{n, plural, one {# Datei} other {# Dateien}'],
    ['On {day, date, short you left', 'Am {day, date, short} ging {y}'],
  ])('T28 a broken message of the source is told once, of the source: %s', async (source, target) => {
    expect(await found(source, target)).toMatchObject([
      { rule: 'placeholder.invalid-source', severity: 'critical', side: 'source' },
    ]);
  });

  test('T28 a broken message of the source is told once for all languages', async () => {
    const both = aBlock('{n, plural, one {# file}}', { de: 'n', fr: '{n}' });
    const { block } = await runTool(placeholderCheck, [both], { targets: ['de', 'fr'] });
    expect(foundIn(block).map(({ rule }) => rule)).toEqual(['placeholder.invalid-source']);
  });

  test.each([
    ['Hi {{n, number}} {x', 'Hallo {{n, number}} {x'],
    ['Press { to open', 'Mit { öffnen'],
  ])('T28 a text that is not meant as a message is not broken: %s', async (source, target) => {
    expect(await found(source, target)).toEqual([]);
  });

  test('T28 inline codes are placeholders, but not those that may be left out and repeated', async () => {
    expect(await subjects([t('a '), variable('1', '%s')], [t('a')])).toEqual(['missing %s']);
    expect(await subjects([...bold('1', t('a'))], [t('a')])).toEqual([]);
    expect(await subjects([t('a')], [...bold('1', t('a'))])).toEqual([]);
    expect(await subjects([...bold('1', t('a'))], [...bold('1', t('a')), ...bold('2', t('b'))])).toEqual([]);
    expect(await subjects([variable('1', '%%')], [t('％')])).toEqual([]);
    expect(
      await subjects([variable('1', '%s'), variable('2', '%d')], [variable('2', '%2$d'), variable('1', '%1$s')]),
    ).toEqual([]);
    const [missing] = await found([t('ab '), variable('1', '%s')], 'x');
    expect(missing?.source).toEqual({ start: 3, end: 4 });
  });

  test('T28 words in angle brackets are no placeholder, unless a format says so', async () => {
    const tag = (data: string): Runs => [{ kind: 'pc-open', id: '1', type: 'code:markup', data, isolated: true }];
    expect(await subjects('copy [<object>] to <path>', 'kopiere [<Objekt>] nach <Pfad>')).toEqual([]);
    expect(await subjects(tag('<br>'), 'x')).toEqual(['missing <br>']);
    expect(await subjects(tag('<Link/>'), 'x')).toEqual(['missing <Link/>']);
  });

  test('T28 the form for one number may leave the number out, since forms count by presence', async () => {
    const one = (data: string) => [variable('1', data), t(' x')];
    expect(
      await subjects([plural({ one: 'One', other: one('%d') })], [plural({ one: 'Eins', other: one('%d') })]),
    ).toEqual([]);
    expect(
      await subjects([plural({ one: 'One', other: one('%d') })], [plural({ one: 'Eins', other: 'Viele' })]),
    ).toEqual(['missing %d']);
  });

  test('T2 blocks without a target, and those that are not translated, are left alone', async () => {
    const { blocks } = await runTool(placeholderCheck, [
      aBlock('{a}'),
      aBlock('{a}', { de: 'x' }, { id: 'b2', translatable: false }),
    ]);
    expect(blocks.map(({ overlays }) => overlays)).toEqual([[], []]);
  });

  test('T41 a corrected target loses what was found in it before', async () => {
    const { block } = await runTool(placeholderCheck, [aBlock('{a}', { de: 'x' })]);
    expect(rulesFound(block)).toEqual(['placeholder.missing']);
    const fixed = { ...block, targets: aBlock('{a}', { de: '{a}' }).targets };
    expect((await runTool(placeholderCheck, [fixed])).block.overlays).toEqual([]);
  });
});
