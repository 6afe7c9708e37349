import { expect, test } from 'vitest';
import { loadClass } from './load-module.js';

test.each([
  ['./nowhere.mjs', 'there is no such file'],
  ['/nowhere/at/all.mjs', 'there is no such file'],
  ['no-such-package-of-anybody', 'there is no such package'],
])('loadClass says of a module that is not there what is missing: %s', async (module, problem) => {
  await expect(loadClass({ module }, () => true)).rejects.toMatchObject({
    code: 'DEFINITION',
    message: `Cannot load "${module}": ${problem}`,
  });
});
