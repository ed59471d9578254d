import type pg from 'pg';

/**
 * A connection that waits for a response: since when no bytes arrived, and in how many probes its backend was idle.
 */
type Silence = { readonly since: number; readonly bytes: number; denials: number };

/** A silent connection, with the process id of its backend. */
export type SilentConnection = { readonly client: pg.Client; readonly backend: number; readonly ms: number };

/** Monitors the sockets of a pool without sending queries. */
export type WatchedConnections = {
  readonly add: (client: pg.Client) => void;
  /**
   * Returns connections that wait for a response and received no bytes for this long. Has to be called periodically.
   */
  readonly silent: (longerThanMs: number) => SilentConnection[];
  /** Records that the backend of the connection is idle. Returns how often in a row that was recorded. */
  readonly deny: (client: pg.Client) => number;
  /** Starts to listen. The returned function tells whether any connection has received bytes since. */
  readonly listen: () => () => boolean;
  /** Destroys connections, all of them by default. Pending queries reject with the error. */
  readonly destroyConnections: (error: Error, which?: (isWaiting: boolean) => boolean) => void;
};

/** Monitors connections from opening to closing. */
export function watchConnections(): WatchedConnections {
  const silences = new Map<pg.Client, Silence | undefined>();

  function silenceOf(client: pg.Client, now: number): Silence | undefined {
    if (!isWaiting(client)) return undefined;
    const bytes = bytesRead(client);
    const before = silences.get(client);
    return before?.bytes === bytes ? before : { since: now, bytes, denials: 0 };
  }

  return {
    add: (client) => {
      silences.set(client, undefined);
      client.once('end', () => silences.delete(client));
    },
    silent: (longerThanMs) => {
      const now = performance.now();
      return [...silences.keys()].flatMap((client) => {
        const silence = silenceOf(client, now);
        silences.set(client, silence);
        const ms = silence ? now - silence.since : 0;
        return ms > longerThanMs ? [{ client, backend: backendOf(client), ms }] : [];
      });
    },
    deny: (client) => {
      const silence = silences.get(client);
      return silence ? (silence.denials += 1) : 0;
    },
    listen: () => {
      const before = new Map([...silences.keys()].map((client) => [client, bytesRead(client)]));
      return () => [...before].some(([client, bytes]) => bytesRead(client) > bytes);
    },
    destroyConnections: (error, which = () => true) => {
      for (const client of silences.keys())
        if (which(isWaiting(client))) client.connection.stream.destroy(error);
    },
  };
}

/** A driver flag that its types omit: false from the start of a query to the end of its response. */
const isWaiting = (client: pg.Client): boolean => 'readyForQuery' in client && client.readyForQuery === false;

const backendOf = (client: pg.Client): number =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : 0;

function bytesRead({ connection: { stream } }: pg.Client): number {
  return 'bytesRead' in stream && typeof stream.bytesRead === 'number' ? stream.bytesRead : 0;
}
