import { createHash, createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import * as z from 'zod/mini';
import { appError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { SafetyOptions, ScannedFile, Uploads } from '../safety.types.ts';

const TRIES = 2;
const TIMEOUT_MS = 10_000;
/** Upper limit of the response size. */
const ANSWER_BYTES = 16 * 1024;
const CONNECTIONS = 8;
const REASON_MAX = 200;

const answer = z.object({
  verdict: z.enum(['allow', 'refuse', 'review']),
  reason: z.optional(z.nullable(z.string())),
});
type Answer = z.output<typeof answer>;

type Deps = {
  readonly scanner: SafetyOptions['scanner'];
  readonly logger: Logger;
  /** Timeout in milliseconds: per attempt, or for all attempts if a request waits. */
  readonly timeoutMs?: number | undefined;
};

/** A request waits for every file except those of posts, which a job processes. */
const isRequestWaiting = ({ purpose }: ScannedFile): boolean => purpose !== 'post';

/** Client of the external scanner; `close` ends its connections. The protocol is described in `docs/scanner.md`. */
export type Scanner = { readonly scan: Uploads['scan']; readonly close: () => void };

/** Creates the client. Without a URL every file passes. */
export function createScanner({ scanner, logger, timeoutMs = TIMEOUT_MS }: Deps): Scanner {
  const { url, secret } = scanner;
  if (url === undefined || secret === undefined) return { scan: async () => null, close: () => undefined };
  const agent = new Agent({
    connect: { timeout: timeoutMs },
    connections: CONNECTIONS,
    maxResponseSize: ANSWER_BYTES,
  });

  async function ask(file: ScannedFile, bodySha256: string, leftMs: number): Promise<Answer> {
    const headers = headersOf(file, { secret: secret ?? '', bodySha256, userKey: scanner.userKey });
    const { statusCode, body } = await request(url ?? '', {
      dispatcher: agent,
      method: 'POST',
      headers,
      body: Readable.from(file.bytes(), { objectMode: false }),
      signal: AbortSignal.timeout(leftMs),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`status ${statusCode}`);
    return readResponse(text);
  }

  async function askWithRetry(file: ScannedFile): Promise<Answer> {
    const bodySha256 = await sha256Of(file.bytes());
    const end = performance.now() + timeoutMs;
    for (let tries = 1; ; tries += 1) {
      const leftMs = isRequestWaiting(file) ? Math.max(1, Math.ceil(end - performance.now())) : timeoutMs;
      try {
        return await ask(file, bodySha256, leftMs);
      } catch (error) {
        const reason = error instanceof Error ? error.message : '';
        const { purpose, kind, size } = file;
        logger.warn({ reason, purpose, kind, size, tries }, 'the scanner did not answer');
        const isLate = isRequestWaiting(file) && performance.now() >= end;
        if (tries >= TRIES || isLate) throw appError('scanner_unavailable');
      }
    }
  }

  return {
    async scan(file) {
      const { verdict, reason } = await askWithRetry(file);
      if (verdict === 'allow') return null;
      const { purpose, kind } = file;
      logger.info({ purpose, kind, verdict }, 'the scanner spoke against a file');
      if (verdict === 'refuse') throw appError('upload_refused');
      return `scanner: ${cleanReason(reason)}`;
    },
    close: () => void agent.destroy(),
  };
}

/** The error does not contain the text, because it is logged. */
function readResponse(text: string): Answer {
  try {
    return answer.parse(JSON.parse(text));
  } catch {
    throw new Error('an answer of another form');
  }
}

async function sha256Of(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
}

type Signing = { readonly secret: string; readonly bodySha256: string; readonly userKey: string };

function headersOf(file: ScannedFile, { secret, bodySha256, userKey }: Signing): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${bodySha256}`).digest('hex');
  return {
    accept: 'application/json',
    'content-type': file.contentType,
    'content-length': String(file.size),
    'user-agent': 'Adda',
    'x-adda-purpose': file.purpose,
    'x-adda-kind': file.kind,
    'x-adda-sha256': file.hashes.sha256,
    ...(file.hashes.dhash !== null && { 'x-adda-dhash': file.hashes.dhash }),
    ...(file.userId !== null && { 'x-adda-user': pseudonymOf(file.userId, userKey) }),
    'x-adda-timestamp': timestamp,
    'x-adda-signature': signature,
  };
}

/** A pseudonym: the same for all files of a user, and not reversible without the key. */
const pseudonymOf = (userId: number, key: string): string =>
  createHmac('sha256', key).update(`adda scanner user ${userId}`).digest('hex').slice(0, 32);

/** Reduces the reason to one printable line for the report queue. */
function cleanReason(reason: string | null | undefined): string {
  const line = (reason ?? '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, REASON_MAX).join('') || 'asks for a look';
}
