import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';

/** A server in front of another one, which can be given a new version of the app. */
export type UpdatableServer = {
  readonly url: string;
  /** From now on the page and the service worker name another version than that of the build. */
  readonly update: () => void;
  readonly close: () => void;
};

/** Files that name the version of the app. */
const NAMES_VERSION = /^\/(?:sw\.js|index\.html)?$|^\/v1/;

const isPage = ({ method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && (NAMES_VERSION.test(url) || headers['sec-fetch-mode'] === 'navigate');

/** Starts a server that passes everything on to `target`, as a load balancer does. */
export async function startUpdatable(target: string): Promise<UpdatableServer> {
  const { hostname, port } = new URL(target);
  const [, version = ''] =
    /<meta name="app-version" content="([^"]+)"/.exec(await (await fetch(target)).text()) ?? [];
  if (version === '') throw new Error('the page names no version');
  const next = version.split('').toReversed().join('');
  let isUpdated = false;

  const passOn = (incoming: IncomingMessage, response: ServerResponse) => {
    const changes = isUpdated && isPage(incoming);
    const headers = { ...incoming.headers };
    // A changed file has neither the tag, nor the date, nor the compressed form of the original.
    if (changes)
      for (const name of ['if-none-match', 'if-modified-since', 'accept-encoding']) delete headers[name];
    const options = { hostname, port, method: incoming.method, path: incoming.url, headers };
    const outgoing = request(options, async (answer) => {
      if (!changes) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      const body = (await answer.setEncoding('utf8').toArray()).join('').replaceAll(version, next);
      const { 'content-length': _length, 'last-modified': _date, etag: _tag, ...others } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, others).end(body);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  };

  const server = createServer(passOn);
  server.on('upgrade', (incoming, socket, head) => {
    const upstream = connect(Number(port), hostname, () => {
      const lines = incoming.rawHeaders.flatMap((name, index, all) =>
        index % 2 === 0 ? [`${name}: ${all[index + 1]}`] : [],
      );
      upstream.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    update: () => {
      isUpdated = true;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
