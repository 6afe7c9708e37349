import type { Runs } from '@helve/flow';
import { checkRuns, dataText } from '@helve/flow/content';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuNow } from '../../../../../test/cpu-now.js';
import { codePresets, generalCodePresets, groupsIn, presetRules, type CodePreset } from './code-preset.js';
import { codeFinder } from './code-finder.js';

const finder = (...presets: CodePreset[]) => codeFinder({ enabled: true, presets, rules: [] });

/** Formats codes in brackets, with the number of their pair. */
const shown = (runs: Runs): string =>
  runs
    .map((run) =>
      run.kind === 'text' ? run.text : 'data' in run ? `[${run.id}${'isolated' in run ? '?' : ''} ${run.data}]` : '',
    )
    .join('');

test.each(codePresets)('groupsIn counts the groups of the patterns of "%s" as the engine does', (preset) => {
  for (const { pattern } of presetRules[preset]) {
    expect(groupsIn(pattern) + 1).toBe(new RegExp(`${pattern}|`, 'v').exec('')?.length);
  }
});

describe('codeFinder', () => {
  test.each<[CodePreset, string, string]>([
    ['printf', '%s of %1$d, %(name)s and %.2f%%', '[1 %s] of [2 %1$d], [3 %(name)s] and [4 %.2f][5 %%]'],
    ['printf', '100% sure, 5 % of it', '100% sure, 5 % of it'],
    ['brace', 'a {0} b ${x} c {{y}} d %{z} e {}', 'a [1 {0}] b [2 ${x}] c [3 {{y}}] d [4 %{z}] e [5 {}]'],
    ['brace', 'a { b } {', 'a [1 { b }] {'],
    ['i18next', '{{x, number}} $t(key, {"count": 1})', '[1 {{x, number}}] [2 $t(key, {"count": 1})]'],
    ['icu', 'on {d, date, short}', 'on [1 {d, date, short}]'],
    [
      'html',
      'a <b>c <i>d</i></b><br/> <img src="x>y">',
      'a [1 <b>]c [2 <i>]d[2 </i>][1 </b>][3 <br/>] [4 <img src="x>y">]',
    ],
    ['html', 'a < b, <b>c</i>', 'a < b, <b>c[1? </i>]'],
    ['html', '[<object>] <source>... <file name>', '[<object>] <source>... <file name>'],
    ['html', '<no name, size = %lx>', '<no name, size = %lx>'],
    ['html', '<path>a</path> and <path>', '[1 <path>]a[1 </path>] and [2? <path>]'],
    ['html', 'see <https://example.org/> or <a/b>', 'see <https://example.org/> or <a/b>'],
    ['html', '<x:y/> a<br>b<wbr>c <input name="d">', '[1 <x:y/>] a[2 <br>]b[3 <wbr>]c [4 <input name="d">]'],
    [
      'printf',
      '%2$s %3$.*2$s %<PRIuMAX> %zu %jd %I64d',
      '[1 %2$s] [2 %3$.*2$s] [3 %<PRIuMAX>] [4 %zu] [5 %jd] [6 %I64d]',
    ],
    ['printf', "%'d %-*d %m, 10 %", "[1 %'d] [2 %-*d] [3 %m], 10 %"],
    ['html', '<0>x <b>y</0></b>', '[1 <0>]x [2? <b>]y[1 </0>][3? </b>]'],
  ])('T104 the preset %s finds the codes of %j', (preset, text, expected) => {
    expect(shown(finder(preset)(text).runs)).toBe(expected);
  });

  test.each<[CodePreset, string, string]>([
    [
      'apple',
      '%@ %1$@ %lld %#@days@ %1$#@a@ %arg {x}',
      '[1 %@] [2 %1$@] [3 %lld] [4 %#@days@] [5 %1$#@a@] [6 %arg] {x}',
    ],
    ['qt', '%n of %1, %L2 and %Ln {x}', '[1 %n] of [2 %1], [3 %L2] and [4 %Ln] {x}'],
    ['ruby', '%{name} %<count>d %<x>.2f 100%% {x} %s', '[1 %{name}] [2 %<count>d] [3 %<x>.2f] 100[4 %%] {x} %s'],
    ['laravel', ':name (:Name) a::b 10:30 http://x', '[1 :name] ([2 :Name]) a::b 10:30 http://x'],
    ['chrome', '$NAME$ of $1 for $5 and $$', '[1 $NAME$] of [2 $1] for [3 $5] and $$'],
    ['dotnet', '{0:N2} {name} {1,-5} {{0}} {x y}', '[1 {0:N2}] [2 {name}] [3 {1,-5}] {{0}} {x y}'],
    ['liquid', '{{ a | b }} {% if x %}y{% endif %} { c }', '[1 {{ a | b }}] [2 {% if x %}]y[3 {% endif %}] { c }'],
    ['python', '%(x)s {x!r:>5} {} {0.name} %d %r', '[1 %(x)s] [2 {x!r:>5}] [3 {}] [4 {0.name}] [5 %d] [6 %r]'],
  ])('X21 the preset %s finds the codes of %j', (preset, text, expected) => {
    expect(shown(finder(preset)(text).runs)).toBe(expected);
  });

  test('T104 codes have types of the vocabulary', () => {
    const { runs } = finder(...generalCodePresets)('<a href="x">{n}</a> <b>$t(x)</b><hr>');
    expect(runs.flatMap((run) => ('type' in run ? [run.type] : []))).toEqual([
      'link:hyperlink',
      'code:variable',
      'link:hyperlink',
      'fmt:bold',
      'code:function',
      'fmt:bold',
      'struct:break',
    ]);
  });

  test('T104 own rules come before presets', () => {
    const find = codeFinder({
      enabled: true,
      presets: ['brace'],
      rules: [{ pattern: '@\\{[a-z]+\\}', type: 'code:function' }],
    });
    expect(find('a @{x} {y}').runs).toMatchObject([{}, { data: '@{x}', type: 'code:function' }, {}, { data: '{y}' }]);
  });

  test('T104 a wrong rule is refused with what is wrong', () => {
    const rules = [{ pattern: '(', type: 'code:variable' }];
    expect(() => codeFinder({ enabled: true, presets: [], rules })).toThrow(
      expect.objectContaining({ code: 'L10N_PATTERN' }),
    );
  });

  test('T104 a rule that may never end is refused', () => {
    const rules = [{ pattern: '(a+)+b', type: 'code:variable' }];
    expect(() => codeFinder({ enabled: true, presets: [], rules })).toThrow(
      expect.objectContaining({ code: 'L10N_PATTERN' }),
    );
  });

  test('T104 finds nothing when it is turned off', () => {
    const find = codeFinder({ enabled: false, presets: ['brace'], rules: [] });
    expect(find('{x}').runs).toEqual([{ kind: 'text', text: '{x}' }]);
  });

  test('T104 no text is lost, the runs are sound, and it never takes long', () => {
    const find = finder(...codePresets.filter((preset) => preset !== 'icu'));
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9<>/"'{}$%.(): -]*$/u), (text) => {
        const { runs } = find(text);
        expect(dataText(runs)).toBe(text);
        expect(checkRuns(runs)).toEqual([]);
      }),
    );
    const start = cpuNow();
    for (const hostile of ['<a ', '{{', '%1', '$t(', '<a b="', '{a,', '{%', '%#@', '%<a', ':a', '{0:'])
      find(hostile.repeat(20_000));
    expect(cpuNow() - start).toBeLessThan(5000);
  });
});
