import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The secret shared by stub and server. */
export const SCANNER_SECRET = 'a secret for tests of the scanner';

/** A request to the stub. `isSigned`: the signature matches the body. */
export type Scanned = {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly isSigned: boolean;
};

type Reply = (scanned: Scanned, response: ServerResponse) => void;

const answering =
  (answer: unknown, status = 200): Reply =>
  (_scanned, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));

/** Responses of the stub. Every response without a verdict counts as a failure. */
export const replies = {
  allow: answering({ verdict: 'allow' }),
  refuse: answering({ verdict: 'refuse', reason: 'known picture' }),
  review: answering({ verdict: 'review', reason: 'nudity?\n\u202E' }),
  fails: answering({ verdict: 'allow' }, 500),
  isRedirected: ((_scanned, response) =>
    void response.writeHead(302, { location: '/elsewhere' }).end()) satisfies Reply,
  saysOther: answering({ verdict: 'perhaps' }),
  isNoJson: ((_scanned, response) => void response.end('<html>')) satisfies Reply,
  neverEnds: ((_scanned, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  }) satisfies Reply,
  isHuge: ((_scanned, response) => void response.end(`"${'x'.repeat(1_000_000)}"`)) satisfies Reply,
  hangsUp: ((_scanned, response) => void response.socket?.destroy()) satisfies Reply,
} as const;

/** Starts a scanner stub; by default it allows every file. */
export async function startScanner() {
  const scanned: Scanned[] = [];
  let planned: Reply[] = [];
  let usual: Reply = replies.allow;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = read(request.headers, Buffer.concat(chunks));
      scanned.push(one);
      (planned.shift() ?? usual)(one, response);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/scan?from=adda`,
    scanned,
    /** Sets the response: `first` are used once each, then `reply` for all further requests. */
    answer(reply: Reply, ...first: readonly Reply[]): void {
      usual = reply;
      planned = [...first];
      scanned.length = 0;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

function read(headers: IncomingHttpHeaders, body: Buffer): Scanned {
  const digest = createHash('sha256').update(body).digest('hex');
  const signed = `${String(headers['x-adda-timestamp'])}.${digest}`;
  const right = createHmac('sha256', SCANNER_SECRET).update(signed).digest('hex');
  return { headers, body, isSigned: headers['x-adda-signature'] === right };
}

export type ScannerStub = Awaited<ReturnType<typeof startScanner>>;
