import type { AwsClient } from 'aws4fetch';
import { storeErrors } from '../../store-errors.js';

/** Location of a bucket, and who may use it. */
export interface S3Options {
  /** Address of the service, such as `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Beginning of the keys of all blobs, such as `helve/`. */
  readonly prefix?: string;
  readonly region?: string;
  /** The bucket stands in the path instead of the host name, as most services other than Amazon's have it. */
  readonly pathStyle?: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Sends a signed request about a key. Throws for a refusal; that nothing is there is an answer to whoever looks. */
export type S3Send = (method: string, key: string, init?: S3Init) => Promise<Response>;

export interface S3Init {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

/** Tries before a request is given up; each waits twice as long as the one before. */
const TRIES = 4;
const FIRST_WAIT_MS = 100;

/** Makes what sends signed requests to one bucket. */
export function createS3Send(client: AwsClient, options: S3Options): S3Send {
  const base = bucketUrl(options);
  return async (method, key, { query = {}, headers = {}, body } = {}) => {
    const url = new URL(key.split('/').map(encodeURIComponent).join('/'), base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const request = () =>
      client.fetch(url, {
        method,
        headers: { ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
      });
    for (let round = 1; ; round += 1) {
      const answer = await request().catch((cause: unknown) => {
        if (round === TRIES) throw unreachable(options, messageOf(cause), cause);
        return undefined;
      });
      if (answer !== undefined && isAnswer(method, answer.status)) return answer;
      if (answer !== undefined && (round === TRIES || !isPassing(answer.status))) {
        throw unreachable(options, await problemOf(answer));
      }
      await answer?.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** (round - 1)));
    }
  };
}

function bucketUrl({ endpoint, bucket, prefix = '', pathStyle = false }: S3Options): URL {
  const url = new URL(endpoint);
  if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`;
  const path = [url.pathname, pathStyle ? bucket : '', prefix].join('/').replace(/\/+/g, '/');
  url.pathname = path.endsWith('/') ? path : `${path}/`;
  return url;
}

function isAnswer(method: string, status: number): boolean {
  return status < 400 || (status === 404 && ['HEAD', 'GET', 'DELETE'].includes(method));
}

function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}

/** The answer of a service in a few words; its XML names a code. */
async function problemOf(answer: Response): Promise<string> {
  const code = /<Code>([\w.]{1,100})<\/Code>/.exec(await answer.text().catch(() => ''))?.[1];
  return code === undefined ? `it answered ${answer.status}` : `it answered ${answer.status} (${code})`;
}

function unreachable({ endpoint, bucket }: S3Options, problem: string, cause?: unknown): Error {
  const facts = { bucket, endpoint: new URL(endpoint).host, problem };
  return storeErrors.create('STORE_BUCKET_UNUSABLE', facts, cause === undefined ? {} : { cause });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
