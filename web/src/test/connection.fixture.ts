import type { Connection, ConnectionState } from '../platform/connection.ts';

/** What of a connection stands on the test's side: it hears events, sends them and tells its state. */
type Line<Incoming, Outgoing> = Pick<Connection<Incoming, Outgoing>, 'on' | 'onState' | 'state' | 'emit'>;

/** A connection whose server is the test; it is connected unless told. */
export function createConnectionFixture<Incoming, Outgoing>(first: ConnectionState = 'connected') {
  let state = first;
  const handlers = new Map<string, Set<(payload: unknown) => void>>();
  const stateHandlers = new Set<(state: ConnectionState, isAgain: boolean) => void>();
  const sent: { event: string; payload: unknown }[] = [];
  const connection: Line<Incoming, Outgoing> = {
    on(event, handler) {
      const all = handlers.get(event) ?? new Set();
      handlers.set(event, all);
      // What `say` hands in has the event's own payload type.
      const hear = handler as (payload: unknown) => void;
      all.add(hear);
      return () => void all.delete(hear);
    },
    emit(event, payload) {
      if (state !== 'connected') return false;
      sent.push({ event, payload });
      return true;
    },
    state: () => state,
    onState(handler) {
      stateHandlers.add(handler);
      return () => void stateHandlers.delete(handler);
    },
  };
  return {
    connection,
    /** What has left, the oldest first. */
    sent,
    /** Sends an event from the server. */
    say<E extends keyof Incoming & string>(event: E, payload: Incoming[E]) {
      for (const handler of handlers.get(event) ?? []) handler(payload);
    },
    /** The connection is in another state now. */
    move(next: ConnectionState, isAgain = false) {
      state = next;
      for (const handler of stateHandlers) handler(next, isAgain);
    },
    /** How many listen to anything. */
    listeners: () => [...handlers.values()].reduce((sum, { size }) => sum + size, stateHandlers.size),
  };
}
