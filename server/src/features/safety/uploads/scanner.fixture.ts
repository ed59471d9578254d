import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The secret that the stub shares with the server. */
export const SCANNER_SECRET = 'a secret for tests of the scanner';

/** What the stub was sent. `isSigned`: whether the signature is right for these bytes. */
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

/** Ways to answer; all that are no verdict count as no answer. */
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

/** A scanner on this machine that answers as a test says; at first it allows everything. */
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
    /** Answers so from now on, or after the planned ones. */
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

/** The stub of a test. */
export type ScannerStub = Awaited<ReturnType<typeof startScanner>>;
