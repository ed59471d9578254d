import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy to a service, which can be cut, held and restored like a network; the program gets its address. */
export type TcpProxy = {
  readonly port: number;
  /** Refuses new connections and resets open ones: the service is unavailable. */
  readonly cut: () => Promise<void>;
  /** Forwards no bytes and leaves new connections without a response: the service hangs. */
  readonly hold: () => void;
  /** Restores normal operation; held bytes are forwarded. */
  readonly restore: () => Promise<void>;
  /** Forwards new connections to another service under the same address. */
  readonly forwardTo: (port: number) => void;
  /** Number of open connections. */
  readonly count: () => number;
  readonly close: () => Promise<void>;
};

/** Opens a TCP proxy to a service on this machine. */
export async function openTcpProxy(targetPort: number, targetHost = '127.0.0.1'): Promise<TcpProxy> {
  const pairs = new Set<readonly [near: Socket, far: Socket]>();
  let isHeld = false;
  let currentPort = targetPort;
  const join = (near: Socket) => {
    const far = connect(currentPort, targetHost);
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.setNoDelay(true);
      from.on('data', (bytes) => {
        if (!to.write(bytes)) from.pause();
      });
      to.on('drain', () => {
        if (!isHeld) from.resume();
      });
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
      if (isHeld) from.pause();
    }
  };
  const server = createServer(join);
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = async () => {
    const closed = server.listening ? once(server, 'close') : undefined;
    server.close();
    for (const [near, far] of pairs) {
      near.resetAndDestroy();
      far.destroy();
    }
    await closed;
  };
  await listen(0);
  // A server listening on TCP has an address of this type.
  const { port } = server.address() as AddressInfo;
  const each = (act: (socket: Socket) => void) => {
    for (const pair of pairs) pair.forEach(act);
  };
  return {
    port,
    cut,
    hold: () => {
      isHeld = true;
      each((socket) => socket.pause());
    },
    restore: async () => {
      isHeld = false;
      each((socket) => socket.resume());
      if (!server.listening) await listen(port);
    },
    forwardTo: (other) => {
      currentPort = other;
    },
    count: () => pairs.size,
    close: cut,
  };
}
