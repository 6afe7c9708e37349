import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { planForm } from '../form/plan-form.js';
import { toCurlLine } from './curl-line.js';
import { toHelveLine } from './helve-line.js';
import { toHttpConfig, toStdioConfig } from './mcp-config.js';

const text = { type: 'string' } as const;

function formOf(properties: object) {
  return planForm({ type: 'object', properties: { ...properties } });
}

describe('toHelveLine', () => {
  const style = { type: 'object', properties: { lineWidth: { type: 'number' }, useHTMLTags: { type: 'boolean' } } };
  const points = { type: 'array', items: { type: 'object', properties: { x: { type: 'number' } } } };
  const form = formOf({ firstName: text, tags: { type: 'array', items: text }, style, data: {}, points });

  test('writes flags: kebab-case, dots for nesting, lists repeated, the rest as JSON', () => {
    const input = {
      firstName: 'Ada',
      tags: ['a', 'b c'],
      style: { lineWidth: -2, useHTMLTags: false },
      data: { x: [1] },
      points: [{ x: 1 }],
    };
    expect(toHelveLine('do_it', input, form)).toBe(
      `npx helve call do_it --first-name Ada --tags a --tags 'b c' --style.line-width -2 --no-style.use-html-tags --data:='{"x":[1]}' --points:='[{"x":1}]'`,
    );
  });

  test('keeps values apart from flags and files', () => {
    const written = (firstName: string) => toHelveLine('it', { firstName }, form).replace('npx helve call it ', '');
    expect(['--yes', '@file', '', 'null', '-x'].map(written)).toEqual([
      '--first-name=--yes',
      '--first-name @@file',
      "--first-name ''",
      `--first-name:='"null"'`,
      '--first-name -x',
    ]);
  });

  test.each<[string, object]>([
    ['a reserved name', { input: text }],
    ['two names that make one flag', { input_a: text, inputA: text }],
    ['a name that cannot be typed', { 'in put': text }],
  ])('pipes the whole input in for %s', (_, odd) => {
    const [name = ''] = Object.keys(odd);
    const line = `printf %s '{"${name}":"it'\\''s"}' | npx helve call it --input -`;
    expect(toHelveLine('it', { [name]: "it's" }, formOf(odd))).toBe(line);
  });

  test('pipes the whole input in where it was written as JSON', () => {
    expect(toHelveLine('it', [1], undefined)).toBe("printf %s '[1]' | npx helve call it --input -");
  });
});

test('the words of both lines reach a shell unchanged', () => {
  const nasty = `a'b "c" $HOME \`ls\` \\ !\n*?`;
  const print = (line: string) =>
    execFileSync('sh', ['-c', `set -- ${line}; for word; do printf '%s\\0' "$word"; done`], { encoding: 'utf8' })
      .split('\0')
      .slice(0, -1);
  const words = print(toHelveLine(nasty, { text: nasty }, formOf({ text })));
  expect(words).toEqual(['npx', 'helve', 'call', nasty, '--text', nasty]);
  const [piped = ''] = toHelveLine('it', { text: nasty }, undefined).split(' | npx');
  expect(JSON.parse(execFileSync('sh', ['-c', piped], { encoding: 'utf8' }))).toEqual({ text: nasty });
  const curl = print(toCurlLine('http://localhost:1', nasty, { text: nasty }));
  expect(curl[2]).toBe(`http://localhost:1/v1/tools/${encodeURIComponent(nasty)}/call`);
  expect(JSON.parse(curl.at(-1) ?? '')).toEqual({ text: nasty });
});

test('a line with a key names where it comes from', () => {
  expect(toCurlLine('http://localhost:1', 'it', {}, true)).toContain('-H "authorization: Bearer $HELVE_KEY"');
  expect(toCurlLine('http://localhost:1', 'it', {})).not.toContain('authorization');
});

test('the MCP configurations are JSON that leads to the door', () => {
  const parse = (config: string) => (JSON.parse(config) as { mcpServers: { helve: object } }).mcpServers.helve;
  expect(parse(toHttpConfig('http://localhost:1'))).toEqual({ type: 'http', url: 'http://localhost:1/mcp' });
  expect(parse(toHttpConfig('http://localhost:1', true))).toHaveProperty('headers.Authorization');
  expect(parse(toStdioConfig())).toEqual({ command: 'npx', args: ['helve', 'mcp'] });
});
