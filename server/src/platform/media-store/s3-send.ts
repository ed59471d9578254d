import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, request as ask, type Dispatcher } from 'undici';

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
  /** Told when the store stops answering and when it is back, as one sentence. */
  readonly onChange?: (isUnavailable: boolean, said: string) => void;
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

/** What is stored: bytes, or those of the file at a path, which are read anew for each try and never all in memory. */
export type S3Content = {
  readonly body: Uint8Array | string;
  /** In bytes. */
  readonly size: number;
  readonly type: string;
  /** SHA-256 of the body, in hex. */
  readonly hash: string;
};

/** An answer whose body is read piece by piece; whoever does not read it must `dump` it. `abort` ends it at once. */
export type S3Answer = {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly body: Dispatcher.ResponseData['body'];
  readonly abort: () => void;
  /** All of a short body, in time. */
  readonly text: () => Promise<string>;
};

/** A request under way, and for how long nothing has moved in it. */
export type S3Attempt = { readonly answer: Promise<S3Answer>; readonly idleMs: () => number };

/** At most so many requests at once; the others wait for one of them, and for no longer than they may take. */
const CONNECTIONS = 64;
const SLOWEST_BYTES_PER_SECOND = 1_000_000;
const HASH_OF_NOTHING = createHash('sha256').digest('hex');

/** Makes what sends one signed request, which fails when nothing moves for so long (milliseconds). */
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
        // Part of what is signed, so that a store refuses bytes that were altered on the way.
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

/** What the sending itself may take. */
const sendingMs = (content: S3Content | undefined): number =>
  ((content?.size ?? 0) / SLOWEST_BYTES_PER_SECOND) * 1000;

/** A file goes piece by piece, each when the one before is on its way. */
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

/** Runs work that `giveUp` ends when it takes longer. */
export async function within<T>(ms: number, giveUp: () => void, work: () => Promise<T>): Promise<T> {
  const timer = setTimeout(giveUp, ms);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
