import type { JsonObject } from '@helve/core';
import type { ByteSink, ByteSource, Format, ReadContext } from '@helve/flow/content';

/** Result of reading and writing a file without a change. */
export interface RoundTrip {
  readonly identical: boolean;
  readonly blocks: number;
  readonly bytes: number;
  /** The offset of the first byte that differs. */
  readonly differsAt?: number;
}

/** Reads a file and writes it back unedited; throws for a file that is refused. */
export async function checkRoundTrip(
  source: ByteSource,
  format: Format,
  { document, options = {}, signal = new AbortController().signal, lose = () => undefined }: RoundTripOptions,
): Promise<RoundTrip> {
  const skeleton = format.createSkeleton(source);
  const ctx = { document, sourceLocale: 'und', signal, lose };
  const comparison = compareSink(source);
  const parts = format.read(source, options, { ...ctx, skeleton });
  const report = await format.write(parts, comparison, skeleton, options, ctx);
  const differsAt = await comparison.end();
  return {
    identical: differsAt === undefined,
    blocks: report.blocks,
    bytes: report.bytes,
    ...(differsAt === undefined ? {} : { differsAt }),
  };
}

export interface RoundTripOptions {
  readonly document: string;
  readonly options?: JsonObject;
  readonly signal?: AbortSignal;
  readonly lose?: ReadContext['lose'];
}

/** Creates a sink that keeps nothing: it compares its input with the original. */
function compareSink(source: ByteSource): ByteSink & { end(): Promise<number | undefined> } {
  const original = source.stream()[Symbol.asyncIterator]();
  let expected: Uint8Array = new Uint8Array(0);
  let at = 0;
  let differsAt: number | undefined;
  const more = async (): Promise<boolean> => {
    while (expected.length === 0) {
      const next = await original.next();
      if (next.done) return false;
      expected = next.value;
    }
    return true;
  };
  return {
    async write(bytes) {
      for (let rest = bytes; rest.length > 0 && differsAt === undefined;) {
        if (!(await more())) {
          differsAt = at;
          return;
        }
        const length = Math.min(rest.length, expected.length);
        const [left, right] = [rest.subarray(0, length), expected.subarray(0, length)];
        if (Buffer.compare(left, right) !== 0) differsAt = at + left.findIndex((byte, index) => byte !== right[index]);
        at += length;
        rest = rest.subarray(length);
        expected = expected.subarray(length);
      }
    },
    async end() {
      if (differsAt === undefined && (await more())) differsAt = at;
      await original.return?.();
      return differsAt;
    },
  };
}
