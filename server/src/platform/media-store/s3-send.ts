import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, request as ask, type Dispatcher } from 'undici';

/** Location and credentials of an S3-compatible store. */
export type S3Options = {
  /** URL of the service; the bucket is appended to the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Default `us-east-1`, which stores without regions accept. */
  readonly region?: string | undefined;
  /** Timeout of one attempt until the response, and between two chunks of a body; default 15 s. */
  readonly timeoutMs?: number;
  /** Called with a sentence when the store becomes unavailable and when it returns. */
  readonly onChange?: (isUnavailable: boolean, said: string) => void;
};

/** One request. `key` is empty for the bucket itself. */
export type S3Request = {
  readonly method: 'HEAD' | 'GET' | 'PUT' | 'DELETE';
  readonly key: string;
  readonly content?: S3Content;
  /** Query parameters of the URL. */
  readonly query?: Readonly<Record<string, string>>;
  /** Value of the Range header. The status is 416 when the object has no such bytes. */
  readonly range?: string;
};

/** The content to store: bytes, or the path of a file, which is streamed again for each attempt. */
export type S3Content = {
  readonly body: Uint8Array | string;
  /** In bytes. */
  readonly size: number;
  readonly type: string;
  /** SHA-256 of the body, in hex. */
  readonly hash: string;
};

/** A response whose body is streamed. Read it, or call `dump` on it. `abort` closes it immediately. */
export type S3Answer = {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: Dispatcher.ResponseData['body'];
  readonly abort: () => void;
  /** Reads the whole of a short body, with a timeout. */
  readonly text: () => Promise<string>;
};

/** A running request, and the milliseconds since its last progress. */
export type S3Attempt = { readonly answer: Promise<S3Answer>; readonly idleMs: () => number };

/** Maximum of concurrent requests. Others wait for a free connection, within their timeout. */
const CONNECTIONS = 64;
const MIN_BYTES_PER_SECOND = 1_000_000;
const HASH_OF_NOTHING = createHash('sha256').digest('hex');

/**
 * Creates the function that sends one signed request. A request fails after `tryMs` milliseconds without progress.
 */
export function createS3Send(options: S3Options): (request: S3Request, tryMs: number) => S3Attempt {
  const agent = new Agent({ connections: CONNECTIONS, headersTimeout: 0, bodyTimeout: 0 });
  const sign = createSign(options);

  return (request, tryMs) => {
    const { method, content } = request;
    const abort = new AbortController();
    const giveUp = () => abort.abort();
    let movedAt = performance.now();
    const run = async (): Promise<S3Answer> => {
      const { url, headers } = await sign(request);
      const stalled = setTimeout(giveUp, tryMs);
      const late = setTimeout(giveUp, tryMs + sendingMs(content));
      const onPiece = () => {
        movedAt = performance.now();
        stalled.refresh();
      };
      try {
        const { statusCode, body, ...answer } = await ask(url, {
          method,
          headers: { ...headers, ...(content && { 'content-length': String(content.size) }) },
          body: content ? bodyOf(content, onPiece) : null,
          dispatcher: agent,
          signal: abort.signal,
        });
        const text = () => within(tryMs, giveUp, () => body.text());
        return { status: statusCode, headers: answer.headers, body, abort: giveUp, text };
      } finally {
        clearTimeout(stalled);
        clearTimeout(late);
      }
    };
    return { answer: run(), idleMs: () => performance.now() - movedAt };
  };
}

function createSign({ endpoint, bucket, accessKeyId, secretAccessKey, region = 'us-east-1' }: S3Options) {
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const cache = new Map<string, ArrayBuffer>();
  return async ({ method, key, content, range, query }: S3Request) => {
    const place = key === '' ? base : `${base}/${key}`;
    const signer = new AwsV4Signer({
      method,
      url: query ? `${place}?${new URLSearchParams(query).toString()}` : place,
      headers: {
        // Signed too, so that a store refuses bytes that were altered in transit.
        'x-amz-content-sha256': content?.hash ?? HASH_OF_NOTHING,
        ...(content && { 'content-type': content.type }),
        ...(range && { range }),
      },
      accessKeyId,
      secretAccessKey,
      region,
      cache,
      service: 's3',
    });
    const { url, headers } = await signer.sign();
    return { url, headers: Object.fromEntries(headers) };
  };
}

/** Allowance in milliseconds for the upload itself. */
const sendingMs = (content: S3Content | undefined): number =>
  ((content?.size ?? 0) / MIN_BYTES_PER_SECOND) * 1000;

/** Streams a file chunk by chunk, with backpressure. */
function bodyOf({ body }: S3Content, onPiece: () => void): Uint8Array | Readable {
  return typeof body === 'string' ? Readable.from(piecesOfFile(body, onPiece), { objectMode: false }) : body;
}

async function* piecesOfFile(path: string, onPiece: () => void): AsyncGenerator<Uint8Array> {
  const pieces: AsyncIterable<Uint8Array> = createReadStream(path);
  for await (const piece of pieces) {
    onPiece();
    yield piece;
  }
}

/** Runs the work and calls `giveUp` after a timeout. */
export async function within<T>(ms: number, giveUp: () => void, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(giveUp, ms);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
