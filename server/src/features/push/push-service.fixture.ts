import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PushPayload } from '@adda/contract/push';
import { generate } from 'selfsigned';
import { createBrowserKeys, verifySigner, type BrowserKeys, type Signer } from './push-crypto.fixture.ts';

/** A push as its browser got it. `topic`, `ttl` and `urgency` are the headers of these names. */
export type ReceivedPush = {
  readonly endpoint: string;
  readonly payload: PushPayload;
  readonly topic: string | undefined;
  readonly ttl: number;
  readonly urgency: string | undefined;
  readonly signer: Signer;
  readonly headers: IncomingHttpHeaders;
};

/** What `PushSubscription.toJSON()` of a browser returns; the body of `POST /push/subscriptions`. */
export type SubscriptionBody = { readonly endpoint: string; readonly keys: BrowserKeys };

/** An answer of the push service, such as `{ status: 429, headers: { 'retry-after': '30' } }`. */
export type PushAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The answer is not sent before. */
  readonly after?: Promise<unknown>;
};

/** A browser that has subscribed. */
export type PushBrowser = {
  readonly subscription: SubscriptionBody;
  /** What it got, oldest first. */
  readonly received: readonly ReceivedPush[];
  /** From now on its pushes get this answer and are not received; `undefined` takes them again. */
  answer(answer: PushAnswer | undefined): void;
};

/** A push service on loopback over TLS (RFC 8030). */
export type PushService = {
  /** With port, such as `https://127.0.0.1:41234`. */
  readonly origin: string;
  readonly port: number;
  /** The certificate of its authority (PEM), and the file of it, for `NODE_EXTRA_CA_CERTS` of another process. */
  readonly ca: string;
  readonly caFile: string;
  /** Paths of all requests, also of those that were refused, in order. */
  readonly asked: readonly string[];
  /** Why requests were refused by the service itself: a wrong signature, or something that can't be decrypted. */
  readonly faults: readonly string[];
  /** Makes the keys and the address of a browser. */
  browser(): PushBrowser;
  close(): Promise<void>;
};

/** Names by which the service can be reached besides its address; only a resolver of the test knows the last one. */
const NAMES = ['localhost', 'push.example'];

async function createCertificate() {
  const ip = '127.0.0.1';
  const names = NAMES.map((value) => ({ type: 2 as const, value }));
  return generate([{ name: 'commonName', value: ip }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + 24 * 60 * 60 * 1000),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip }, ...names] },
    ],
  });
}

type OpenBrowser = PushBrowser & {
  readonly take: (push: ReceivedPush) => void;
  readonly decrypt: (body: Buffer) => Buffer;
  readonly answered: () => PushAnswer | undefined;
};

function openBrowser(endpoint: string): OpenBrowser {
  const { keys, decrypt } = createBrowserKeys();
  const received: ReceivedPush[] = [];
  let answer: PushAnswer | undefined;
  return {
    subscription: { endpoint, keys },
    received,
    answer: (next) => void (answer = next),
    take: (push) => void received.push(push),
    decrypt,
    answered: () => answer,
  };
}

async function readPush(
  { headers }: IncomingMessage,
  body: Buffer,
  browser: OpenBrowser,
  origin: string,
): Promise<ReceivedPush> {
  const signer = await verifySigner(headers.authorization, origin);
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm');
  if (!/^\d+$/.test(String(headers['ttl']))) throw new Error('no TTL');
  const payload: PushPayload = JSON.parse(browser.decrypt(body).toString());
  const { topic, urgency } = headers;
  return {
    endpoint: browser.subscription.endpoint,
    payload,
    topic: topic?.toString(),
    ttl: Number(headers['ttl']),
    urgency: urgency?.toString(),
    signer,
    headers,
  };
}

/** Starts a push service on a free port. The caller closes it. */
export async function startPushService(): Promise<PushService> {
  const { private: key, cert } = await createCertificate();
  const browsers = new Map<string, OpenBrowser>();
  const asked: string[] = [];
  const faults: string[] = [];

  /** Answers as the browser was told to, otherwise decrypts and keeps the push. */
  async function receive(request: IncomingMessage): Promise<PushAnswer> {
    const path = request.url ?? '';
    asked.push(path);
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    const browser = browsers.get(path);
    if (request.method !== 'POST' || !browser) return { status: 404 };
    const answer = browser.answered();
    if (answer) {
      await answer.after;
      return answer;
    }
    try {
      browser.take(await readPush(request, body, browser, `https://${request.headers.host}`));
      return { status: 201, headers: { location: `${path}/message` } };
    } catch (error) {
      faults.push(String(error));
      return { status: 400 };
    }
  }

  const server = createServer({ key, cert }, (request, response) => {
    void receive(request).then(({ status, headers }) => response.writeHead(status, headers).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const { port } = address;
  const origin = `https://127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'adda-push-'));
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, cert);
  return {
    origin,
    port,
    ca: cert,
    caFile,
    asked,
    faults,
    browser() {
      const path = `/push/${randomUUID()}`;
      const browser = openBrowser(origin + path);
      browsers.set(path, browser);
      return browser;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
