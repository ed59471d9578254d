import type { IncomingMessage } from 'node:http';

/** A connection that has not asked for admission after this time does not keep others from opening. */
const OPENING_MS = 1000;

type Arrival = { readonly request: IncomingMessage; readonly open: () => void };

/**
 * Requests for a WebSocket that wait until it opens, in their order, one in each turn of the event loop, which takes about 0.4 ms: messages do
 * not wait for more. `mayOpen` decides by
 * the number of those that are open and have not asked for admission yet.
 */
export function createOpeningQueue(mayOpen: (opening: number) => boolean) {
  const waiting = new Set<Arrival>();
  /** Clients to be told when to come back, after their WebSocket has opened: before, browsers show scripts no response. */
  const postponed = new Set<Arrival>();
  /** Requests whose connection opened, by the time of that, until they ask for admission. */
  const opening = new Map<IncomingMessage, number>();
  let isScheduled = false;
  let isClosed = false;

  /** Opens one, and the next one in the next turn, after the messages that have arrived meanwhile. */
  function schedule(): void {
    const isDue = (waiting.size > 0 && mayOpen(opening.size)) || postponed.size > 0;
    if (isScheduled || !isDue) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const [next] = waiting;
      if (next && mayOpen(opening.size)) start(next, waiting);
      const [refused] = postponed;
      if (refused) start(refused, postponed);
      schedule();
    });
  }

  function start(arrival: Arrival, from: Set<Arrival>): void {
    const { request, open } = arrival;
    from.delete(arrival);
    request.socket.off('error', ignoreError);
    if (request.socket.destroyed) return; // its client has left meanwhile
    if (from === waiting) opening.set(request, performance.now());
    open();
  }

  return {
    /** Calls `open` in its turn. A postponed client is only told to come back, so it waits for no admission. */
    add: (arrival: Arrival, { isPostponed }: { readonly isPostponed: boolean }): void => {
      if (isClosed) return arrival.open();
      // Nothing else listens while it waits, and an error without a listener would end the process.
      arrival.request.socket.on('error', ignoreError);
      (isPostponed ? postponed : waiting).add(arrival);
      schedule();
    },
    /** The connection of a request has asked for admission. */
    settle: (request: IncomingMessage): void => {
      if (opening.delete(request)) schedule();
    },
    /** Looks again whether the next ones may open. */
    proceed: (): void => {
      const before = performance.now() - OPENING_MS;
      for (const [request, at] of opening) if (at < before) opening.delete(request);
      schedule();
    },
    waiting: (): number => waiting.size,
    isIdle: (): boolean => waiting.size + postponed.size + opening.size === 0,
    /** Opens everything that waits. */
    close: (): void => {
      isClosed = true;
      for (const arrival of waiting) start(arrival, waiting);
      for (const arrival of postponed) start(arrival, postponed);
    },
  };
}

const ignoreError = (): void => undefined;
