import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a service that can be cut, held up and mended, as networks are: what the program is given as its address. */
export type Wire = {
  readonly port: number;
  /** From now on new connections are refused and those that are open are reset: the service is away. */
  readonly cut: () => Promise<void>;
  /** From now on bytes go nowhere and new connections are answered by nothing: the service hangs. */
  readonly hold: () => void;
  /** All is well again; what was held goes on. */
  readonly mend: () => Promise<void>;
  /** Connections that are open now. */
  readonly count: () => number;
  readonly close: () => Promise<void>;
};

/** Opens a wire to a service on this machine. */
export async function openWire(targetPort: number, targetHost = '127.0.0.1'): Promise<Wire> {
  const pairs = new Set<readonly [near: Socket, far: Socket]>();
  let isHeld = false;
  const join = (near: Socket) => {
    const far = connect(targetPort, targetHost);
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
  // A server that listens on TCP has such an address.
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
    mend: async () => {
      isHeld = false;
      each((socket) => socket.resume());
      if (!server.listening) await listen(port);
    },
    count: () => pairs.size,
    close: cut,
  };
}
