import { describe, expect, test } from 'vitest';
import type { Run } from '../../contract/run.js';
import { constraintsAt, constraintsOf, extendVocabulary, vocabulary, vocabularyOf } from './vocabulary.js';

const ph = (id: string, type = 'code:variable'): Run => ({ kind: 'ph', id, type, data: `{${id}}` });
const open = (id: string, type = 'fmt:bold'): Run => ({ kind: 'pc-open', id, type, data: `<${id}>` });
const close = (id: string, type = 'fmt:bold'): Run => ({ kind: 'pc-close', id, type, data: `</${id}>` });

describe('the vocabulary', () => {
  test('K25 the vocabulary has every type with all that is said of it', () => {
    const families: Record<string, string> = {
      fmt: 'bold italic underline strikethrough subscript superscript code highlight math',
      link: 'hyperlink crossref email',
      media: 'image video audio',
      struct: 'break pagebreak footnote ruby',
      code: 'variable placeholder function markup',
      entity: 'person organization product location date time currency measurement other',
      redaction: '*',
    };
    const types = Object.entries(families).flatMap(([family, names]) =>
      names.split(' ').map((name) => `${family}:${name}`),
    );
    expect(vocabulary().map(({ type }) => type)).toEqual(types);
    for (const { label, chip, html } of vocabulary()) {
      expect(label !== '' && chip !== '').toBe(true);
      expect(html.close).toBe(html.open.replace('<', '</'));
      expect(html.empty).toMatch(/^<\w+(?:\/>|><\/\w+>)$/);
    }
  });

  test('K25 the constraints of the vocabulary are those of the families', () => {
    const flags = (type: string) => {
      const { deletable, cloneable, reorderable } = constraintsOf(ph('1', type));
      return [deletable, cloneable, reorderable];
    };
    for (const { type } of vocabulary().filter((entry) => entry.type.startsWith('fmt:')))
      expect(flags(type)).toEqual([true, true, true]);
    expect(flags('code:variable')).toEqual([false, false, true]);
    expect(flags('code:placeholder')).toEqual([false, false, true]);
    expect(flags('code:function')).toEqual([false, false, false]);
    expect(flags('redaction:iban')).toEqual([false, false, true]);
  });

  test('K25 extendVocabulary adds a type for everyone', () => {
    const entry = { ...vocabularyOf('fmt:bold'), type: 'test:glow' };
    expect(vocabularyOf('test:glow')).toBeUndefined();
    extendVocabulary([entry as ReturnType<typeof vocabulary>[number]]);
    expect(constraintsOf(ph('1', 'test:glow')).deletable).toBe(true);
  });

  test('K24 constraintsOf takes those of the run, then of the vocabulary, and lets an unknown type only move', () => {
    const own = { deletable: false, cloneable: true, reorderable: false };
    expect(constraintsOf({ ...ph('1'), constraints: own } as Run)).toEqual(own);
    expect(constraintsOf(ph('1', 'fmt:bold'))).toEqual({ deletable: true, cloneable: true, reorderable: true });
    const onlyMove = { deletable: false, cloneable: false, reorderable: true };
    expect(constraintsOf(ph('1', 'acme:widget'))).toEqual(onlyMove);
    expect(constraintsOf(ph('1', ''))).toEqual(onlyMove);
    expect(constraintsOf({ kind: 'sub', id: '1', ref: 'b' })).toEqual(onlyMove);
  });

  test('K24 constraintsAt gives a closer the constraints of its opener', () => {
    const own = { deletable: false, cloneable: true, reorderable: true };
    const unit = [{ ...open('1'), constraints: own } as Run, open('2'), close('2'), close('1')];
    expect(constraintsAt(unit, 3)).toEqual(own);
    expect(constraintsAt(unit, 2).deletable).toBe(true);
  });
});
