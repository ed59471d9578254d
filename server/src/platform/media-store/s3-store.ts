import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { assertKey, assertPrefix, type MediaStore } from './media-store.ts';
import { createS3Call, S3Error, TIMEOUT_MS } from './s3-call.ts';
import { within, type S3Answer, type S3Options } from './s3-send.ts';

const RETRY_INTERVAL_MS = 1_000;

/** A media store in a bucket. `check` throws `S3Error` with one plain sentence when the bucket is unusable. */
export type S3Store = MediaStore & {
  check(): Promise<void>;
  /** Like `check`, but retries an unavailable service for `ms` milliseconds. `onWait` is called once. */
  checkFor(ms: number, onWait: (error: S3Error) => void): Promise<void>;
};

/** Stores media as private objects in a bucket of any S3-compatible store. Call `check` at start. */
export function createS3Store(options: S3Options): S3Store {
  const call = createS3Call(options);
  const { timeoutMs = TIMEOUT_MS } = options;
  const check = async (withinMs?: number) =>
    discard(await call({ method: 'HEAD', key: '' }, withinMs === undefined ? {} : { withinMs }));
  return {
    check: () => check(),
    async checkFor(ms, onWait) {
      const end = performance.now() + ms;
      for (let isFirst = true; ; isFirst = false) {
        const leftMs = end - performance.now();
        try {
          return await check(Math.max(leftMs, RETRY_INTERVAL_MS));
        } catch (error) {
          // Wrong settings are not fixed by waiting.
          if (!(error instanceof S3Error && error.isTransient) || leftMs < RETRY_INTERVAL_MS) throw error;
          if (isFirst) onWait(error);
          await delay(RETRY_INTERVAL_MS);
        }
      }
    },
    async put(key, bytes, type, limits) {
      assertKey(key);
      if (!(bytes instanceof Uint8Array)) throw new TypeError('bytes expected');
      const hash = createHash('sha256').update(bytes).digest('hex');
      const content = { body: bytes, size: bytes.length, type, hash };
      await discard(await call({ method: 'PUT', key, content }, limits));
    },
    async putFile(key, path, type, limits) {
      assertKey(key);
      const [{ size }, hash] = await Promise.all([stat(path), hashOfFile(path)]);
      await discard(await call({ method: 'PUT', key, content: { body: path, size, type, hash } }, limits));
    },
    async get(key, limits) {
      assertKey(key);
      const answer = await call({ method: 'GET', key }, limits);
      return answer && piecesOf(answer, limits?.withinMs ?? timeoutMs);
    },
    async getRange(key, from, to, limits) {
      assertKey(key);
      const answer = await call({ method: 'GET', key, range: `bytes=${from}-${to}` }, limits);
      const contentRange = answer && String(answer.headers['content-range']);
      if (answer && !contentRange?.startsWith(`bytes ${from}-${to}/`)) {
        await discard(answer);
        throw new S3Error('the S3 bucket answered with other bytes than it was asked for');
      }
      return answer && piecesOf(answer, limits?.withinMs ?? timeoutMs);
    },
    async size(key, limits) {
      assertKey(key);
      const answer = await call({ method: 'HEAD', key }, limits);
      await discard(answer);
      return answer && Number(answer.headers['content-length']);
    },
    async *list(prefix) {
      assertPrefix(prefix);
      let after = '';
      for (;;) {
        const query = { 'list-type': '2', prefix, ...(after && { 'start-after': after }) };
        const answer = await call({ method: 'GET', key: '', query });
        const keys = keysOf((await answer?.text()) ?? '');
        const last = keys.at(-1);
        if (last === undefined) return;
        yield keys;
        after = last;
      }
    },
    async delete(key, limits) {
      assertKey(key);
      await discard(await call({ method: 'DELETE', key }, limits));
    },
  };
}

/** Our keys need no escaping in XML. */
const keysOf = (listing: string): string[] =>
  [...listing.matchAll(/<Key>([a-z0-9-]+)<\/Key>/g)].flatMap(([, key]) => key ?? []);

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** The connection can be reused only after the response is consumed. */
async function discard(answer: S3Answer | undefined): Promise<void> {
  await answer?.body.dump();
}

/** Not a generator: a generator that was never started could not release the connection. */
function piecesOf({ body, abort }: S3Answer, pieceMs: number): AsyncIterable<Uint8Array> {
  const pieces: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        try {
          const piece = await within(pieceMs, abort, () => pieces.next());
          return piece.done ? { done: true, value: undefined } : piece;
        } catch (cause) {
          throw new S3Error('an object of the S3 bucket stopped in the middle', { isTransient: true, cause });
        }
      },
      async return() {
        abort();
        return { done: true, value: undefined };
      },
    }),
  };
}
