import type { Connection, ConnectionState } from '../platform/connection.ts';

/** The methods of a connection that the fixture implements. */
type ConnectionMethods<Incoming, Outgoing> = Pick<
  Connection<Incoming, Outgoing>,
  'on' | 'onState' | 'state' | 'emit'
>;

/** Creates a connection whose server is the test; connected by default. */
export function createConnectionFixture<Incoming, Outgoing>(first: ConnectionState = 'connected') {
  let state = first;
  const handlers = new Map<string, Set<(payload: unknown) => void>>();
  const stateHandlers = new Set<(state: ConnectionState, isAgain: boolean) => void>();
  const sent: { event: string; payload: unknown }[] = [];
  const connection: ConnectionMethods<Incoming, Outgoing> = {
    on(event, handler) {
      const all = handlers.get(event) ?? new Set();
      handlers.set(event, all);
      // `say` passes the event's own payload type.
      const listener = handler as (payload: unknown) => void;
      all.add(listener);
      return () => void all.delete(listener);
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
    /** Events sent by the client, oldest first. */
    sent,
    /** Sends an event from the server. */
    say<E extends keyof Incoming & string>(event: E, payload: Incoming[E]) {
      for (const handler of handlers.get(event) ?? []) handler(payload);
    },
    /** Changes the connection's state. */
    move(next: ConnectionState, isAgain = false) {
      state = next;
      for (const handler of stateHandlers) handler(next, isAgain);
    },
    /** Returns the number of subscribed handlers. */
    listeners: () => [...handlers.values()].reduce((sum, { size }) => sum + size, stateHandlers.size),
  };
}
