import { bytesSource, type SkeletonEntry, type SkeletonMember } from '@helve/flow/content';
import { expect } from 'vitest';
import { ZipArchive } from '../../format/zip/zip-archive.js';

const limits = { maxBytes: 2 ** 30, maxMemberBytes: 2 ** 30 };

/** Compares a file before and after the change of one block: every byte outside of the block's entries is the same. */
export function expectFootprint(
  before: Uint8Array,
  after: Uint8Array,
  entries: readonly SkeletonEntry[],
  id: string,
): void {
  const own = entriesOf(entries, id);
  const start = Math.min(...own.map(({ offset }) => offset));
  const end = Math.max(...own.map(({ offset, length }) => offset + length));
  expect(after.subarray(0, start), `before ${id}`).toEqual(before.subarray(0, start));
  const tail = before.length - end;
  expect(after.subarray(after.length - tail), `behind ${id}`).toEqual(before.subarray(end));
  expect(Buffer.from(after).equals(before), `${id} is written`).toBe(false);
}

/** Compares a package before and after the change of one block: only members with an entry of it differ, and only there. */
export async function expectPackageFootprint(
  before: Uint8Array,
  after: Uint8Array,
  entries: readonly SkeletonEntry[],
  id: string,
): Promise<void> {
  const members = new Map(entries.flatMap((entry) => (entry.kind === 'member' ? [[entry.name, entry] as const] : [])));
  const [old, made] = await Promise.all(
    [before, after].map((bytes) => ZipArchive.open(bytesSource(bytes), 'a', limits)),
  );
  if (old === undefined || made === undefined) throw new TypeError('There are no archives');
  expect(made.entries.map(({ name }) => name)).toEqual(old.entries.map(({ name }) => name));
  for (const [at, entry] of old.entries.entries()) {
    const other = made.entries[at];
    if (other === undefined) throw new TypeError('There is no such entry');
    const member = members.get(entry.name);
    if (member !== undefined && entriesOf(member.entries, id).length > 0) {
      await expectMember(member, old, made, id);
      continue;
    }
    const raw = (archive: ZipArchive, { start, dataAt, packed }: typeof entry) =>
      archive.bytes.range(start, dataAt + packed);
    expect((await raw(made, other)).equals(await raw(old, entry)), entry.name).toBe(true);
  }
}

async function expectMember({ name, entries }: SkeletonMember, old: ZipArchive, made: ZipArchive, id: string) {
  expectFootprint(await old.read(name), await made.read(name), entries, id);
}

/** Lists the entries of a block, in the file itself. */
export function entriesOf(entries: readonly SkeletonEntry[], id: string): readonly SkeletonEntry[] {
  return entries.filter((entry) => entry.kind === 'ref' && entry.blockId === id);
}
