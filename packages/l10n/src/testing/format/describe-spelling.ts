import { textRun } from '@helve/flow';
import { bytesSource, dataText, type Format } from '@helve/flow/content';
import { expect, test } from 'vitest';
import { ZipArchive } from '../../format/zip/zip-archive.js';
import { readDocument, toBytes, withContent, writeDocument, type KitOptions } from '../document-kit.js';

/** A value that spells some characters by reference and has others of the kind as they are. */
export interface SpellingCase extends KitOptions {
  readonly name: string;
  /** Makes a document with this spelling as its only value; in a bilingual file it is the translation. */
  readonly fileOf: (raw: string) => string | Uint8Array;
  readonly raw: string;
  readonly text: string;
}

const limits = { maxBytes: 2 ** 20, maxMemberBytes: 2 ** 20 };
const targetLocale = 'de';

/** Tests that a new text spells each character as the old value did. */
export function describeSpelling(format: Format, cases: readonly SpellingCase[]): void {
  test.each(cases)(`X13 ${format.id} keeps the spelling of characters: $name`, async (one) => {
    const kit = format.kind === 'monolingual' ? one : { ...one, targetLocale };
    const document = await readDocument(format, one.fileOf(one.raw), kit);
    const block = document.blocks.find(({ translatable, type }) => translatable && type !== 'header');
    const old = format.kind === 'monolingual' ? block?.source : block?.targets[targetLocale]?.runs;
    expect(dataText(old ?? [])).toBe(one.text);
    const runs = [textRun('New '), ...(old ?? []), textRun(' new')];
    const parts = withContent(format, document.parts, ({ id }) => (id === block?.id ? runs : undefined), targetLocale);
    const { bytes } = await writeDocument(format, { ...document, parts }, kit);
    expect(await shown(format, bytes)).toBe(await shown(format, toBytes(one.fileOf(`New ${one.raw} new`))));
  });
}

/** The text of a file, or of all members of a package. */
async function shown({ caps }: Format, bytes: Uint8Array): Promise<string> {
  if (!caps.package) return Buffer.from(bytes).toString();
  const archive = await ZipArchive.open(bytesSource(bytes), 'a', limits);
  const members = await Promise.all((archive?.entries ?? []).map(({ name }) => archive?.read(name)));
  return members.map((member) => Buffer.from(member ?? []).toString()).join('\n');
}
