import type pg from 'pg';

/** A connection that waits for an answer: since when nothing came on it, and how often the server knew nothing of it. */
type Silence = { readonly since: number; readonly bytes: number; denials: number };

/** A connection in silence, with the number of the server's process at its other end. */
export type SilentConnection = { readonly client: pg.Client; readonly backend: number; readonly ms: number };

/** Looks at the sockets of a pool; costs its queries nothing. */
export type WatchedConnections = {
  readonly add: (client: pg.Client) => void;
  /** Those that wait for an answer and have heard nothing for so long. To be called again and again. */
  readonly silent: (longerThanMs: number) => SilentConnection[];
  /** The server is not at work for it; answers how often in a row that was said. */
  readonly deny: (client: pg.Client) => number;
  /** From now on: whether anything was heard on any of them. */
  readonly listen: () => () => boolean;
  /** Breaks connections, all of them unless told: what waits on them fails with the error. */
  readonly breakUp: (error: Error, which?: (isWaiting: boolean) => boolean) => void;
};

/** Keeps an eye on connections from their opening to their end. */
export function watchConnections(): WatchedConnections {
  const silences = new Map<pg.Client, Silence | undefined>();

  function look(client: pg.Client, now: number): Silence | undefined {
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
        const silence = look(client, now);
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
    breakUp: (error, which = () => true) => {
      for (const client of silences.keys())
        if (which(isWaiting(client))) client.connection.stream.destroy(error);
    },
  };
}

/** The driver's own sign, which its types leave out: false from a query's beginning to the end of its answer. */
const isWaiting = (client: pg.Client): boolean => 'readyForQuery' in client && client.readyForQuery === false;

const backendOf = (client: pg.Client): number =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : 0;

function bytesRead({ connection: { stream } }: pg.Client): number {
  return 'bytesRead' in stream && typeof stream.bytesRead === 'number' ? stream.bytesRead : 0;
}
