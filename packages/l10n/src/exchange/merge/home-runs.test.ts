import type { Run, Runs } from '@helve/flow';
import { dataText } from '@helve/flow/content';
import { describe, expect, test } from 'vitest';
import { t } from '../../testing/runs-kit.js';
import { homeRuns } from './home-runs.js';

const open = (id: string, data: string): Run => ({ kind: 'pc-open', id, type: 'fmt:bold', data });
const close = (id: string, data: string): Run => ({ kind: 'pc-close', id, type: 'fmt:bold', data });
const ph = (id: string, data: string): Run => ({ kind: 'ph', id, type: 'code:variable', data });

/** Content with the ids of its codes, to be compared. */
const shown = (runs: Runs) =>
  runs
    .map((run) =>
      run.kind === 'text' ? run.text : `[${run.kind === 'pc-close' ? '/' : ''}${'id' in run ? run.id : ''}]`,
    )
    .join('');

/** Brings home a translation of a format in which codes are text. */
const asText = (source: Runs, target: string) => shown(homeRuns([t(target)], [t(dataText(source))], source));

describe('codes of a translation that came back as text', () => {
  const link: Runs = [
    t('Read '),
    open('1', '**'),
    t('all'),
    close('1', '**'),
    t(' of '),
    open('2', '['),
    t('it'),
    close('2', '](a.md)'),
  ];

  test('X113 pairs are found again, in any order', () => {
    expect(asText(link, '**Alles** in [ihm](a.md) lesen')).toBe('[1]Alles[/1] in [2]ihm[/2] lesen');
    expect(asText(link, '[Es](a.md) **ganz** lesen')).toBe('[2]Es[/2] [1]ganz[/1] lesen');
  });

  test('X113 text that looks like a code stays text where the source has it as text', () => {
    const source: Runs = [t('2 * 3 is '), open('1', '*'), t('six'), close('1', '*')];
    expect(asText(source, '2 * 3 ist *sechs*')).toBe('2 * 3 ist [1]sechs[/1]');
  });

  test('X113 a code that the translation has once more is a code once more', () => {
    expect(asText([t('a '), ph('1', '{n}')], '{n} b {n}')).toBe('[1] b [1]');
  });

  test('X113 a code that is part of a longer one is not found in it', () => {
    expect(asText([ph('1', '%s'), t(' of '), ph('2', '%%s')], '%%s von %s')).toBe('[2] von [1]');
  });

  test('X113 a code that a format finds shorter than it is comes home whole', () => {
    const source: Runs = [t('Of '), ph('1', '%1$#@x@')];
    const sent: Runs = [t('Of '), ph('1', '%1$#@'), t('x@')];
    expect(shown(homeRuns([t('Von '), ph('1', '%1$#@'), t('x@!')], sent, source))).toBe('Von [1]!');
  });

  test('X113 text that looks like a code beside it is text in its place', () => {
    const source: Runs = [t('<i>'), open('1', '<i>'), t('so'), close('1', '</i>'), t('</i>')];
    const sent: Runs = [open('1', '<i>'), open('2', '<i>'), t('so'), close('2', '</i>'), close('1', '</i>')];
    const back: Runs = [t('¡'), ...sent];
    expect(shown(homeRuns(back, sent, source))).toBe('¡<i>[1]so[/1]</i>');
  });

  test('X113 a code with an example comes home from a format that finds other codes in it', () => {
    const data = '<xliff:g id="n" example="Bo">%1$s</xliff:g>';
    const span: Run = { kind: 'ph', id: '1', type: 'code:variable', data, disp: 'Bo' };
    const [start, value, end] = [open('1', '<xliff:g id="n" example="Bo">'), ph('2', '%1$s'), close('1', '</xliff:g>')];
    const home = homeRuns([t('Hallo '), start, value, end, t('!!')], [t('Hi '), start, value, end], [t('Hi '), span]);
    expect(shown(home)).toBe('Hallo [1]!!');
  });
});
