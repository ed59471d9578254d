import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';

/** Where an S3-compatible store is and what opens it. */
export type S3Options = {
  /** Address of the service; the bucket follows in the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** `us-east-1` unless told, which stores without regions take. */
  readonly region?: string | undefined;
  /** How long one try may take until the store answers, and between two pieces of a body; 15 s unless told. */
  readonly timeoutMs?: number;
};

/** One request; `key` is empty for the bucket itself. */
export type S3Request = {
  readonly method: 'HEAD' | 'GET' | 'PUT' | 'DELETE';
  readonly key: string;
  readonly content?: S3Content;
  /** Of the address. */
  readonly query?: Readonly<Record<string, string>>;
  /** Value of the Range header; the answer is 416 where the object has no such bytes. */
  readonly range?: string;
};

/** What is stored: bytes, or those of a file, which are read again for each try. */
export type S3Content = {
  readonly body: Uint8Array<ArrayBuffer> | Blob;
  readonly type: string;
  /** SHA-256 of the body, in hex. */
  readonly hash: string;
};

/** An answer whose body is read piece by piece, each in time; whoever does not read it must cancel `body`. */
export type S3Answer = { readonly response: Response; readonly abort: AbortController };

export const TIMEOUT_MS = 15_000;
const TRIES = 3;
const FIRST_PAUSE_MS = 100;
const SLOWEST_BYTES_PER_SECOND = 1_000_000;
const HASH_OF_NOTHING = createHash('sha256').digest('hex');

/** The store did not do what it was asked for; the message names bucket, host and status, never a key. */
export class S3Error extends Error {
  override name = 'S3Error';
}

/** Makes the calls: signed, in bounded time, and tried again while the service is away or busy (5xx, 429). */
export function createS3Call(options: S3Options) {
  const { endpoint, bucket } = options;
  const place = `S3 bucket "${bucket}" at ${new URL(endpoint).host}`;
  const send = createSend(options);

  /** Undefined where there is no such object; throws `S3Error` for everything else that is no success. */
  return async (request: S3Request): Promise<S3Answer | undefined> => {
    const answer = await tryAgain(() => send(request), place);
    const { ok, status } = answer.response;
    if (ok) return answer;
    // For an object and for a bucket that are not there the status is the same; the body tells them apart.
    const said = await answer.response.text();
    const isBucketMissing = status === 404 && (request.key === '' || said.includes('NoSuchBucket'));
    if (isBucketMissing) throw new S3Error(`${place}: there is no such bucket`);
    if (status === 404 && request.method !== 'PUT') return undefined;
    throw new S3Error(`${place} answered ${status}${status === 403 ? ', the keys do not open it' : ''}`);
  };
}

function createSend(options: S3Options) {
  const { endpoint, bucket, accessKeyId, secretAccessKey, region = 'us-east-1' } = options;
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const cache = new Map<string, ArrayBuffer>();
  return async ({ method, key, content, range, query }: S3Request): Promise<S3Answer> => {
    const headers = {
      // Part of what is signed, so that a store refuses bytes that were altered on the way.
      'x-amz-content-sha256': content?.hash ?? HASH_OF_NOTHING,
      ...(content && { 'content-type': content.type }),
      ...(range && { range }),
    };
    const place = key === '' ? base : `${base}/${key}`;
    const url = query ? `${place}?${new URLSearchParams(query).toString()}` : place;
    const signer = new AwsV4Signer({
      method,
      url,
      headers,
      accessKeyId,
      secretAccessKey,
      region,
      cache,
      service: 's3',
    });
    const signed = await signer.sign();
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), (options.timeoutMs ?? TIMEOUT_MS) + sendingMs(content));
    try {
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        signal: abort.signal,
        // A signature is for one address; nobody who is elsewhere may have it.
        redirect: 'manual',
        ...(content && { body: content.body }),
      });
      return { response, abort };
    } finally {
      clearTimeout(timer);
    }
  };
}

/** What the sending itself may take. */
function sendingMs(content: S3Content | undefined): number {
  if (!content) return 0;
  const bytes = content.body instanceof Blob ? content.body.size : content.body.length;
  return (bytes / SLOWEST_BYTES_PER_SECOND) * 1000;
}

async function tryAgain(send: () => Promise<S3Answer>, place: string): Promise<S3Answer> {
  for (let left = TRIES - 1, pause = FIRST_PAUSE_MS; ; left -= 1, pause *= 4) {
    try {
      const answer = await send();
      const { status, body } = answer.response;
      if ((status < 500 && status !== 429) || left === 0) return answer;
      await body?.cancel();
    } catch (cause) {
      if (left === 0) throw new S3Error(`${place} can't be reached`, { cause });
    }
    await delay(pause);
  }
}
