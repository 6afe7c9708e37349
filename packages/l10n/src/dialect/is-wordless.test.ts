import { expect, test } from 'vitest';
import { t, variable } from '../testing/runs-kit.js';
import { isWordless } from './is-wordless.js';

test.each(['%Y-%m-%d', '%a, %d %b %Y %H:%M:%S %z', '%-d.%-m.%y', ':year', ':month_of_year', ' '])(
  '%j has no words to translate',
  (text) => {
    expect(isWordless([t(text)])).toBe(true);
  },
);

test.each(['%d de %B', 'on %Y-%m-%d', ':year of', 'Year: %Y', ': year', '%s files', '100 % sure', '100 %', 'year'])(
  '%j has words to translate',
  (text) => {
    expect(isWordless([t(text)])).toBe(false);
  },
);

test('content with codes only has no words to translate', () => {
  expect(isWordless([variable('1'), t(' ')])).toBe(true);
  expect(isWordless([variable('1'), t(' files')])).toBe(false);
});
