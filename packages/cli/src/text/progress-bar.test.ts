import { expect, test } from 'vitest';
import { createProgressBar, toBarText } from './progress-bar.js';

test.each([
  [{ progress: 0, message: 'begin' }, `[${'-'.repeat(24)}]   0 % begin`],
  [{ progress: 0.25, message: 'two\nlines' }, `[${'#'.repeat(6)}${'-'.repeat(18)}]  25 % two lines`],
  [{ progress: 7, message: '' }, `[${'#'.repeat(24)}] 100 %`],
  [{ progress: -1, message: 'who knows' }, `[${'.'.repeat(24)}]   ?   who knows`],
])('toBarText draws %j', (report, text) => {
  expect(toBarText(report)).toBe(text);
});

test('a progress bar draws over itself within the columns of a terminal, and is gone at the end', () => {
  const written: string[] = [];
  const bar = createProgressBar({ write: (text) => written.push(String(text)), isTTY: true, columns: 40 });
  bar.clear();
  bar.show({ progress: 0.5, message: 'a long message that does not fit' });
  bar.clear();
  expect(written).toHaveLength(2);
  expect(written[0]?.startsWith('\r\u001B[2K[####')).toBe(true);
  expect(written[0]?.length).toBeLessThanOrEqual(39 + '\r\u001B[2K'.length);
  expect(written[1]).toBe('\r\u001B[2K');
});

test('a progress bar draws nothing where there is no terminal', () => {
  const written: string[] = [];
  const bar = createProgressBar({ write: (text) => written.push(String(text)) });
  bar.show({ progress: 0.5, message: 'half' });
  bar.clear();
  expect(written).toEqual([]);
});
