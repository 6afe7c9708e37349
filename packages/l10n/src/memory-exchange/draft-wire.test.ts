import { textRun, type Runs } from '@helve/flow';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TmDraft } from '../memory/contract.js';
import { entryId, entryKeys } from '../memory/key.js';
import { fromWireText, toWireText } from './draft-wire.js';

const code = { kind: 'ph', id: '1', type: 'code:variable', data: '%s' } as const;
const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom(' a', 'a  b', 'e\u0301', ''));
const runs: fc.Arbitrary<Runs> = fc.oneof(
  text.map((value) => [textRun(value)]),
  text.map((value) => [textRun(value), code]),
  fc.constant([]),
);
const drafts = fc.array(
  fc.record(
    {
      variants: fc.dictionary(fc.constantFrom('en', 'de', 'fr'), runs, { noNullPrototype: true }),
      properties: fc.dictionary(text, text, { noNullPrototype: true }),
      entities: fc.constant([{ type: 'person', values: { en: 'a', de: 'b' } }]),
      note: text,
      origins: fc.constantFrom([{ session: 'a' }], [{ session: 'b' }], []),
      createdAt: fc.constantFrom('2020-01-02T03:04:05.000Z', '2021-01-02T03:04:05.000Z'),
      updatedAt: fc.constant('2022-01-02T03:04:05.000Z'),
    },
    { requiredKeys: ['variants'] },
  ),
  { maxLength: 5 },
);

test('T75 drafts come from another thread as they were, with their ids and keys', () => {
  fc.assert(
    fc.property(drafts, (given: readonly TmDraft[]) => {
      const prepared = given.map((draft) => ({
        ...draft,
        prepared: { id: entryId(draft), keys: entryKeys({ variants: draft.variants, entities: draft.entities ?? [] }) },
      }));
      expect(fromWireText(toWireText(given))).toEqual(prepared);
    }),
  );
});
