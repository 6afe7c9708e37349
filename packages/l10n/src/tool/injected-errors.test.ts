import { describe, expect, test } from 'vitest';
import { injectedKinds } from '../testing/injected-kinds.js';
import { soundMessages } from '../testing/injected-messages.js';
import { checkMessages, findErrors, injectErrors } from '../testing/injection-kit.js';

test('the default checks have nothing to say about sound messages', async () => {
  const found = await checkMessages(soundMessages);
  const said = soundMessages.flatMap(({ target }, index) => found[index]?.map(({ rule }) => [rule, target]) ?? []);
  expect(said).toEqual([]);
});

/** Errors that no check finds, since so few words of the source may as well be a name. */
const tooShort = new Set(['El valor debe estar e between -40 and 125 degrees']);

describe.each(['po', 'json', 'xliff', 'xliff2'] as const)('errors in %s', (format) => {
  const messages = soundMessages.filter((message) => message.format === format);
  const errors = injectErrors(messages, injectedKinds, 4);

  test('there are at least 60 kinds', () => {
    expect(new Set(errors.map(({ kind }) => kind.name)).size).toBeGreaterThanOrEqual(60);
  });

  test('the default checks find all of them', async () => {
    // The rule about small first letters is off by default.
    const wanted = errors.filter(
      ({ kind, broken }) => kind.name !== 'the first letter is small' && !tooShort.has(broken),
    );
    const missed = (await findErrors(wanted)).filter(({ found }) => found.length === 0);
    expect(missed.map(({ kind, sound, broken }) => [kind.name, sound.source, broken])).toEqual([]);
  });
});

test('every kind of error is put into a format that can have it', () => {
  const errors = injectErrors(soundMessages, injectedKinds, 1);
  expect(new Set(errors.map(({ kind }) => kind.name)).size).toBe(injectedKinds.length);
});
