import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blobStoreSuite } from '@helve/flow/testing';
import { openPostgresBlobs, openS3Blobs, type S3Options } from '@helve/store';
import S3rver from 's3rver';
import { beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../../../../test/needs.js';
import { createDatabase } from '../../../../test/postgres.js';

describe('openPostgresBlobs', needs('postgres'), () => {
  let connectionString = '';
  beforeAll(async () => {
    connectionString = await createDatabase();
  });

  blobStoreSuite('postgres', async () => {
    const blobs = await openPostgresBlobs({ connectionString });
    return { blobs, close: () => blobs.close() };
  });

  test('M37 a blob that is too large for a database is refused, and nothing of it stays', async () => {
    const blobs = await openPostgresBlobs({ connectionString });
    async function* large(): AsyncGenerator<Uint8Array> {
      for (let count = 0; count < 65; count += 1) yield Buffer.alloc(1024 * 1024);
    }
    await expect(blobs.put(large())).rejects.toMatchObject({ code: 'STORE_BLOB_TOO_LARGE' });
    await blobs.close();
  });
});

describe('openS3Blobs', () => {
  let options: S3Options;
  beforeAll(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'helve-s3-'));
    const server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: 'helve', configs: [] }],
    });
    const { port } = await server.run();
    options = {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'helve',
      pathStyle: true,
      prefix: 'blobs/',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    };
    return async () => {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    };
  });

  blobStoreSuite('s3', async () => ({ blobs: openS3Blobs(options), close: async () => undefined }));

  test('M37 what is larger than a part goes up in parts, and comes back whole', async () => {
    const blobs = openS3Blobs(options);
    const bytes = randomBytes(40 * 1024 * 1024 + 3);
    async function* pieces(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += 700_000) yield bytes.subarray(at, at + 700_000);
    }
    const { sha256, size } = await blobs.put(pieces());
    expect(size).toBe(bytes.length);
    const parts: Buffer[] = [];
    for await (const part of await blobs.open(sha256)) parts.push(Buffer.from(part as Uint8Array));
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });

  test('an unknown bucket is told, without the keys', async () => {
    const blobs = openS3Blobs({ ...options, bucket: 'elsewhere', secretAccessKey: 'canary' });
    const error: unknown = await blobs.put(Buffer.from('x')).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'STORE_BUCKET_UNUSABLE', type: 'TRANSIENT' });
    expect(String(error)).not.toContain('canary');
  });

  test('a service that is busy is asked again', async () => {
    const seen: string[] = [];
    const service = await serve((_, index) => (index < 2 ? 503 : 200), seen);
    const blobs = openS3Blobs({ ...options, endpoint: service.endpoint });
    await blobs.put(Buffer.from('x'));
    expect(seen).toHaveLength(3);
    service.close();
  });

  test('M37 requests are signed for the service, its region and its path', async () => {
    const seen: string[] = [];
    const service = await serve(() => 200, seen);
    const blobs = openS3Blobs({ ...options, endpoint: service.endpoint, region: 'eu-central-1', accessKeyId: 'AKID' });
    const { sha256 } = await blobs.put(Buffer.from('x'));
    expect(seen).toEqual([
      expect.stringMatching(
        new RegExp(
          `^PUT /helve/blobs/${sha256} AWS4-HMAC-SHA256 Credential=AKID/\\d{8}/eu-central-1/s3/aws4_request, ` +
            'SignedHeaders=[a-z0-9;-]+, Signature=[0-9a-f]{64}$',
        ),
      ),
    ]);
    service.close();
  });
});

/** A service that answers as it is told. */
async function serve(statusOf: (path: string, index: number) => number, seen: string[]) {
  const server: Server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const status = statusOf(request.url ?? '', seen.length);
      seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}
