import { expect, test } from 'vitest';
import { injectedKinds } from '../testing/injected-kinds.js';
import { soundMessages } from '../testing/injected-messages.js';
import { checkMessages, findErrors, injectErrors } from '../testing/injection-kit.js';

test('the default checks have nothing to say about sound messages', async () => {
  const found = await checkMessages(soundMessages);
  const said = soundMessages.flatMap(({ target }, index) => found[index]?.map(({ rule }) => [rule, target]) ?? []);
  expect(said).toEqual([]);
});

test('the default checks find the errors that people put into translations', async () => {
  const errors = await findErrors(injectErrors(soundMessages, injectedKinds, 4));
  // Its rule is off by default.
  const isOff = (name: string) => name === 'the first letter is small';
  const missed = errors.filter(({ kind, found }) => found.length === 0 && !isOff(kind.name));
  expect(new Set(errors.map(({ kind }) => kind.name)).size).toBe(injectedKinds.length);
  expect(missed.map(({ kind, sound, broken }) => [kind.name, sound.format, broken])).toEqual([]);
});
