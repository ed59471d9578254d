import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** A received request, as tests inspect it. */
export type RecordedRequest = {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
};

/** Response of a test's server. */
export type TestResponse = {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON; a text with a `content-type` of its own is sent as it is. */
  body?: unknown;
  /** The response is held until this resolves. */
  until?: Promise<unknown>;
  /** The connection breaks before any response. */
  isLost?: boolean;
};

/** Parses a JSON body; returns a form as text. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  if (text === '') return undefined;
  return request.headers['content-type']?.startsWith('multipart/') ? text : JSON.parse(text);
}

/**
 * Starts a real HTTP server on a random port that responds with `answer` and records its requests, except those for a
 * socket: a screen repeats these after some seconds, whatever its test does.
 */
export async function startTestServer(answer: (request: RecordedRequest) => TestResponse) {
  const seen: RecordedRequest[] = [];
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = incoming;
    const request = { method, path, headers, body: await readBody(incoming) };
    if (method !== 'OPTIONS' && !headers.upgrade) seen.push(request);
    const overrides: TestResponse = method === 'OPTIONS' ? {} : answer(request);
    const { status = 200, headers: extra = {}, body } = overrides;
    if (overrides.until) await overrides.until;
    if (overrides.isLost) {
      incoming.socket.destroy();
      return;
    }
    response.writeHead(status, {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*, authorization',
      'access-control-allow-methods': '*',
      'access-control-expose-headers': '*',
      ...extra,
    });
    const isPlain = typeof body === 'string' && 'content-type' in extra;
    response.end(body === undefined ? '' : isPlain ? body : JSON.stringify(body));
  };
  const server = createServer((incoming, response) => void handle(incoming, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    seen,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
