import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

/** The files of the page are plain scripts without types; these are the parts that need no page to run. */
interface FieldState {
  readonly kind: string;
  readonly pointer: string;
  readonly required?: boolean;
  readonly text?: string;
  readonly checked?: boolean;
  readonly alwaysSent?: boolean;
  readonly unreadable?: boolean;
  readonly itemType?: string;
}
interface PageScript {
  buildInput(fields: readonly FieldState[]): { input: unknown; issues: readonly object[] };
  nearestPointer(pointer: string, known: readonly string[]): string | undefined;
  toHelveLine(tool: string, input: unknown, fields: readonly FieldState[]): string;
  toCurlLine(origin: string, tool: string, input: unknown): string;
}
const load = (file: string) => import(new URL(`../../static/${file}`, import.meta.url).href);
const { buildInput, nearestPointer } = (await load('build-input.js')) as PageScript;
const { toHelveLine, toCurlLine } = (await load('command-lines.js')) as PageScript;

const inputOf = (...fields: FieldState[]) => JSON.parse(JSON.stringify(buildInput(fields).input)) as unknown;

describe('buildInput', () => {
  test('reads each kind of field', () => {
    expect(
      inputOf(
        { kind: 'text', pointer: '/name', text: 'Ada' },
        { kind: 'number', pointer: '/age', text: '36.5' },
        { kind: 'boolean', pointer: '/yes', checked: true },
        { kind: 'boolean', pointer: '/no', checked: false, alwaysSent: true },
        { kind: 'choice', pointer: '/unit', text: 'null' },
        { kind: 'list', pointer: '/words', itemType: 'string', text: 'a\n\n b \n' },
        { kind: 'list', pointer: '/numbers', itemType: 'number', text: '1\n2.5\nx' },
        { kind: 'list', pointer: '/flags', itemType: 'boolean', text: 'true\nfalse' },
        { kind: 'json', pointer: '/data', text: '{"a": [1]}' },
        { kind: 'text', pointer: '/a~1b~0c', text: 'odd name' },
      ),
    ).toEqual({
      name: 'Ada',
      age: 36.5,
      yes: true,
      no: false,
      unit: null,
      words: ['a', ' b '],
      numbers: [1, 2.5, 'x'],
      flags: [true, false],
      data: { a: [1] },
      'a/b~c': 'odd name',
    });
  });

  test('leaves out what is empty, but sends empty texts and lists that are required', () => {
    expect(
      inputOf(
        { kind: 'text', pointer: '/a', text: '' },
        { kind: 'number', pointer: '/b', text: '', required: true },
        { kind: 'boolean', pointer: '/c', checked: false },
        { kind: 'text', pointer: '/d', text: '', required: true },
        { kind: 'list', pointer: '/e', text: '', required: true },
      ),
    ).toEqual({ d: '', e: [] });
  });

  test('sends an optional object only when something in it is filled in', () => {
    const object: FieldState = { kind: 'object', pointer: '/style' };
    const name: FieldState = { kind: 'text', pointer: '/style/name', required: true, text: '' };
    const size: FieldState = { kind: 'number', pointer: '/style/size', text: '' };
    expect(inputOf(object, name, size)).toEqual({});
    expect(inputOf(object, name, { ...size, text: '2' })).toEqual({ style: { name: '', size: 2 } });
    expect(inputOf({ ...object, required: true }, name, size)).toEqual({ style: { name: '' } });
  });

  test('takes the whole input from a field for it', () => {
    expect(inputOf({ kind: 'json', pointer: '', text: '[1]' })).toEqual([1]);
  });

  test('reports what cannot be read instead of sending it', () => {
    const fields = [
      { kind: 'json', pointer: '/a', text: '{oops' },
      { kind: 'number', pointer: '/b', text: '', unreadable: true },
    ];
    expect(buildInput(fields).issues).toEqual([
      { pointer: '/a', message: 'Not valid JSON' },
      { pointer: '/b', message: 'Not a number' },
    ]);
  });
});

test('nearestPointer finds the field itself, or the one around it', () => {
  const known = ['/a', '/a/b', '/list'];
  expect(['/a/b', '/a/c', '/list/3/x', '/none', ''].map((pointer) => nearestPointer(pointer, known))).toEqual([
    '/a/b',
    '/a',
    '/list',
    undefined,
    undefined,
  ]);
  expect(nearestPointer('/x', [''])).toBe('');
});

describe('toHelveLine', () => {
  const fields: FieldState[] = [
    { kind: 'text', pointer: '/firstName' },
    { kind: 'list', pointer: '/tags' },
    { kind: 'object', pointer: '/style' },
    { kind: 'number', pointer: '/style/lineWidth' },
    { kind: 'boolean', pointer: '/style/useHTMLTags' },
    { kind: 'json', pointer: '/data' },
  ];

  test('writes flags: kebab-case, dots for nesting, lists repeated', () => {
    const input = {
      firstName: 'Ada',
      tags: ['a', 'b c'],
      style: { lineWidth: -2, useHTMLTags: false },
      data: { x: [1] },
    };
    expect(toHelveLine('do_it', input, fields)).toBe(
      `npx helve call do_it --first-name Ada --tags a --tags 'b c' --style.line-width -2 --no-style.use-html-tags --data:='{"x":[1]}'`,
    );
  });

  test('keeps values apart from flags and files', () => {
    const written = (firstName: string) => toHelveLine('it', { firstName }, fields).replace('npx helve call it ', '');
    expect(['--yes', '@file', '', 'null', '-x'].map(written)).toEqual([
      '--first-name=--yes',
      '--first-name @@file',
      "--first-name ''",
      `--first-name:='"null"'`,
      '--first-name -x',
    ]);
  });

  test.each<[string, FieldState[]]>([
    ['a reserved name', [{ kind: 'text', pointer: '/input' }]],
    [
      'two names that make one flag',
      [
        { kind: 'text', pointer: '/input_a' },
        { kind: 'text', pointer: '/inputA' },
      ],
    ],
    ['a name that cannot be typed', [{ kind: 'text', pointer: '/in put' }]],
  ])('pipes the whole input in for %s', (_, odd) => {
    const name = odd[0]?.pointer.slice(1) ?? '';
    expect(toHelveLine('it', { [name]: "it's" }, odd)).toBe(
      `echo '{"${name}":"it'\\''s"}' | npx helve call it --input -`,
    );
  });
});

test('the words of both lines reach a shell unchanged', () => {
  const nasty = `a'b "c" $HOME \`ls\` \\ !\n*?`;
  const print = (line: string) =>
    execFileSync('sh', ['-c', `set -- ${line}; for word; do printf '%s\\0' "$word"; done`], { encoding: 'utf8' })
      .split('\0')
      .slice(0, -1);
  expect(print(toHelveLine(nasty, { text: nasty }, [{ kind: 'text', pointer: '/text' }]))).toEqual([
    'npx',
    'helve',
    'call',
    nasty,
    '--text',
    nasty,
  ]);
  const curl = print(toCurlLine('http://localhost:1', nasty, { text: nasty }));
  expect(curl[2]).toBe(`http://localhost:1/v1/tools/${encodeURIComponent(nasty)}/call`);
  expect(JSON.parse(curl.at(-1) ?? '')).toEqual({ text: nasty });
});
