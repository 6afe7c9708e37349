import type { Format } from '@helve/flow/content';
import { expect, test } from 'vitest';
import { readDocument, toBytes, writeDocument, type KitOptions } from '../document-kit.js';

/** A sound document with a value that cannot be read: its escapes, tags or message are broken. */
export interface BadValueCase extends KitOptions {
  readonly name: string;
  readonly input: string | Uint8Array;
  /** Name of the block whose value it is. */
  readonly block: string;
  readonly line: number;
  readonly column: number;
}

/** Tests that a bad value refuses its file, or is skipped with its location while its bytes stay. */
export function describeBadValues(format: Format, cases: readonly BadValueCase[]): void {
  test.each(cases)(`X9 ${format.id} refuses or skips $name`, async (one) => {
    const { line, column } = one;
    await expect(readDocument(format, one.input, one)).rejects.toMatchObject({
      code: 'L10N_PARSE',
      details: { line, column },
    });
    const kit = { ...one, options: { ...one.options, onBadValue: 'skip' } };
    const document = await readDocument(format, one.input, kit);
    expect(document.blocks.filter(({ translatable }) => !translatable)).toMatchObject([{ name: one.block }]);
    expect(document.losses).toMatchObject([{ kind: 'block-skipped', detail: { reason: 'bad-value', line, column } }]);
    const { bytes } = await writeDocument(format, document, kit);
    expect(bytes).toEqual(toBytes(one.input));
  });
}
