import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitAsks } from './split-asks.js';

test.each([
  ['Find a flight to Rome and then book a hotel there', ['Find a flight to Rome', 'then book a hotel there']],
  ['What is 2+2? Send the answer to Ann.', ['What is 2+2?', 'Send the answer to Ann.']],
  [
    'Please get the weather, and also can you list my meetings?',
    ['Please get the weather', 'also can you list my meetings?'],
  ],
  ["I'd like to cancel my order; create a new one", ["I'd like to cancel my order;", 'create a new one']],
  ['Translate this\nSave it as a file', ['Translate this', 'Save it as a file']],
])('"%s" asks for several things', (text, asks) => {
  expect(splitAsks(text)).toEqual(asks);
});

test.each([
  'Find songs by Simon and Garfunkel',
  'I live in Bonn. My sister has two cats. What is the weather?',
  'Search for "buy milk and then send it. What is this?"',
  'Give me pros and cons',
])('"%s" asks for one thing', (text) => {
  expect(splitAsks(text)).toHaveLength(1);
});

test('quotations stay as they are, with the part that they stand in', () => {
  expect(splitAsks('Send "Done. What now?" to Ann, and then post \'Go and see\' here')).toEqual([
    'Send "Done. What now?" to Ann',
    "then post 'Go and see' here",
  ]);
});

test('every part of a request stands in it, in order', () => {
  const words = fc.constantFrom(
    'find',
    'what',
    'and then',
    'also',
    '"a. b"',
    '.',
    '?',
    '\n',
    'Rome',
    'send',
    ',',
    "it's",
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 20 }), (some) => {
      const text = some.join(' ');
      let at = 0;
      for (const ask of splitAsks(text)) {
        const found = text.indexOf(ask, at);
        expect(found).toBeGreaterThanOrEqual(at);
        at = found + ask.length;
      }
    }),
  );
});
