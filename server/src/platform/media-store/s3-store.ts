import { createHash } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { assertKey, assertPrefix, type MediaStore } from './media-store.ts';
import { createS3Call, S3Error, TIMEOUT_MS, type S3Answer, type S3Options } from './s3-call.ts';

/** A media store in a bucket; `check` throws `S3Error` in one plain sentence when the bucket can't be used. */
export type S3Store = MediaStore & { check(): Promise<void> };

/** Keeps media as private objects of a bucket of any S3-compatible store. Call `check` at start. */
export function createS3Store(options: S3Options): S3Store {
  const call = createS3Call(options);
  const { timeoutMs = TIMEOUT_MS } = options;
  return {
    async check() {
      await discard(await call({ method: 'HEAD', key: '' }));
    },
    async put(key, bytes, type) {
      assertKey(key);
      if (!(bytes instanceof Uint8Array)) throw new TypeError('bytes expected');
      const body = new Uint8Array(bytes);
      const hash = createHash('sha256').update(body).digest('hex');
      await discard(await call({ method: 'PUT', key, content: { body, type, hash } }));
    },
    async putFile(key, path, type) {
      assertKey(key);
      const [body, hash] = await Promise.all([openAsBlob(path), hashOfFile(path)]);
      await discard(await call({ method: 'PUT', key, content: { body, type, hash } }));
    },
    async get(key) {
      assertKey(key);
      const answer = await call({ method: 'GET', key });
      return answer && piecesOf(answer, timeoutMs);
    },
    async getRange(key, from, to) {
      assertKey(key);
      const answer = await call({ method: 'GET', key, range: `bytes=${from}-${to}` });
      const said = answer?.response.headers.get('content-range');
      if (answer && !said?.startsWith(`bytes ${from}-${to}/`)) {
        await discard(answer);
        throw new S3Error('the S3 bucket answered with other bytes than it was asked for');
      }
      return answer && piecesOf(answer, timeoutMs);
    },
    async size(key) {
      assertKey(key);
      const answer = await call({ method: 'HEAD', key });
      await discard(answer);
      return answer && Number(answer.response.headers.get('content-length'));
    },
    async *list(prefix) {
      assertPrefix(prefix);
      let after = '';
      for (;;) {
        const query = { 'list-type': '2', prefix, ...(after && { 'start-after': after }) };
        const answer = await call({ method: 'GET', key: '', query });
        const keys = keysOf((await answer?.response.text()) ?? '');
        const last = keys.at(-1);
        if (last === undefined) return;
        yield keys;
        after = last;
      }
    },
    async delete(key) {
      assertKey(key);
      await discard(await call({ method: 'DELETE', key }));
    },
  };
}

/** Keys of ours need no escaping in XML. */
const keysOf = (listing: string): string[] =>
  [...listing.matchAll(/<Key>([a-z0-9-]+)<\/Key>/g)].flatMap(([, key]) => key ?? []);

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** The connection can be used again only once the answer is done with. */
async function discard(answer: S3Answer | undefined): Promise<void> {
  await answer?.response.body?.cancel();
}

/** Not a generator: one that was never begun could not let go of the connection when its reader goes away. */
function piecesOf({ response, abort }: S3Answer, timeoutMs: number): AsyncIterable<Uint8Array> {
  const reader = response.body?.getReader();
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const timer = setTimeout(() => abort.abort(), timeoutMs);
        try {
          const piece = await reader?.read();
          return piece?.value ? { done: false, value: piece.value } : { done: true, value: undefined };
        } catch (cause) {
          throw new S3Error('an object of the S3 bucket stopped in the middle', { cause });
        } finally {
          clearTimeout(timer);
        }
      },
      async return() {
        // One that broke off can not be cancelled any more; its reader has heard of that already.
        await reader?.cancel().catch(() => undefined);
        return { done: true, value: undefined };
      },
    }),
  };
}
