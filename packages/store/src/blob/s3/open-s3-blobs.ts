import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { BlobFacts, BlobStore } from '@helve/flow/engine';
import { blobUnknown, isBlobName } from '../blob-name.js';
import { hashPieces } from '../hash-pieces.js';
import { createS3Send, type S3Options } from './s3-request.js';

/** Blobs above this size go up in parts. */
const PART_BYTES = 16 * 1024 * 1024;

/**
 * Opens a blob store in a bucket of a service that speaks S3. A blob has its SHA-256 as its key, so that equal bytes
 * written twice are the same object. What comes as a stream goes up under a key of its own first, since nobody knows
 * its SHA-256 before its end.
 */
export function openS3Blobs(options: S3Options): BlobStore {
  const { accessKeyId, secretAccessKey, region = 'us-east-1' } = options;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const send = createS3Send(client, options);
  const isThere = async (blob: string) => (await send('HEAD', blob)).status !== 404;

  async function putWhole(bytes: Uint8Array): Promise<BlobFacts> {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await send('PUT', sha256, { body: bytes });
    return { sha256, size: bytes.length };
  }

  /** Sends parts as they come; the object appears under its SHA-256 when the last one is there. */
  async function putParts(bytes: AsyncIterable<Uint8Array>): Promise<BlobFacts> {
    const draft = `tmp/${randomUUID()}`;
    let upload: string | undefined;
    const parts: string[] = [];
    let only: Uint8Array = new Uint8Array(0);
    const sendPart = async (piece: Uint8Array, number: number) => {
      upload ??= await beginUpload(draft);
      const answer = await send('PUT', draft, {
        query: { partNumber: String(number), uploadId: upload },
        body: piece,
      });
      parts.push(answer.headers.get('etag') ?? '');
    };
    try {
      const facts = await hashPieces(bytes, PART_BYTES, async (piece, number) => {
        // The common case: all of it fits into one part, and needs no upload in parts.
        if (number === 1) only = Buffer.from(piece);
        if (number === 2) await sendPart(only, 1);
        if (number > 1) await sendPart(piece, number);
      });
      if (upload === undefined) return await putWhole(only);
      await send('POST', draft, { query: { uploadId: upload }, body: completion(parts) });
      await send('PUT', facts.sha256, { headers: { 'x-amz-copy-source': copySource(draft) } });
      return facts;
    } finally {
      if (upload !== undefined) await leave(draft, upload);
    }
  }

  async function beginUpload(draft: string): Promise<string> {
    const answer = await send('POST', draft, { query: { uploads: '' } });
    return /<UploadId>([^<]+)<\/UploadId>/.exec(await answer.text())?.[1] ?? '';
  }

  /** Takes away what an upload leaves behind; a rule of the bucket does so too, should this fail. */
  async function leave(draft: string, upload: string): Promise<void> {
    await send('DELETE', draft, { query: { uploadId: upload } }).catch(() => undefined);
    await send('DELETE', draft).catch(() => undefined);
  }

  function copySource(draft: string): string {
    return ['', options.bucket, `${options.prefix ?? ''}${draft}`].join('/').replace(/\/+/g, '/');
  }

  return Object.freeze({
    put: (bytes) => (bytes instanceof Uint8Array ? putWhole(bytes) : putParts(bytes)),
    async open(sha256, { offset = 0 } = {}) {
      if (!isBlobName(sha256)) throw blobUnknown(sha256);
      const head = await send('HEAD', sha256);
      if (head.status === 404) throw blobUnknown(sha256);
      // A service refuses a range that begins at the end.
      if (Number(head.headers.get('content-length') ?? 0) <= offset) return Readable.from([], { objectMode: false });
      const answer = await send('GET', sha256, { headers: offset > 0 ? { range: `bytes=${offset}-` } : {} });
      if (answer.status === 404 || answer.body === null) throw blobUnknown(sha256);
      return Readable.fromWeb(answer.body);
    },
    async has(blobs) {
      const found = await Promise.all(
        blobs.map(async (blob) => (isBlobName(blob) && (await isThere(blob)) ? [blob] : [])),
      );
      return new Set(found.flat());
    },
    async drop(blobs) {
      await Promise.all(blobs.filter(isBlobName).map((blob) => send('DELETE', blob)));
    },
  } satisfies BlobStore);
}

function completion(etags: readonly string[]): string {
  const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`);
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
}
