import { expect, test } from 'vitest';
import { createStyle } from './style.js';
import { toTerminalText } from './terminal-text.js';

test('toTerminalText leaves nothing that acts on a terminal, and keeps lines, tabs and letters of every script', () => {
  const hostile = '\u001b[2J\u001b]0;title\u0007 \u202eevil\u2069\r\u009b31m';
  expect(toTerminalText(hostile, false)).toBe(
    String.raw`\u001b[2J\u001b]0;title\u0007 \u202eevil\u2069\u000d\u009b31m`,
  );
  const fair = 'می\u200cخواهم\n\t😀 \u200f';
  expect(toTerminalText(fair, false)).toBe(fair);
});

test('toTerminalText keeps colours of ours where there are any', () => {
  const red = createStyle(true).red('no');
  expect(toTerminalText(`${red}\u001b[2J`, true)).toBe(`${red}${String.raw`\u001b[2J`}`);
  expect(toTerminalText(red, false)).not.toContain('\u001b');
});
