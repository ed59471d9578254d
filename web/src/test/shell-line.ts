import type { PrivateOutgoing } from '@adda/contract/direct';
import type { ConnectionState } from '../platform/connection.ts';
import type { ShellConnection } from '../platform/realtime.ts';

/** The main screen's connection, whose server is the test. */
export function createShellLine() {
  const handlers = new Map<string, Set<(payload: unknown) => void>>();
  const stateHandlers = new Set<(state: ConnectionState, isAgain: boolean) => void>();
  const line: Pick<ShellConnection, 'on' | 'onState' | 'state'> = {
    on(event, handler) {
      const all = handlers.get(event) ?? new Set();
      handlers.set(event, all);
      // What `say` hands in has the event's own payload type.
      const hear = handler as (payload: unknown) => void;
      all.add(hear);
      return () => void all.delete(hear);
    },
    state: () => 'connected',
    onState(handler) {
      stateHandlers.add(handler);
      return () => void stateHandlers.delete(handler);
    },
  };
  return {
    line,
    /** Sends an event from the server. */
    say<E extends keyof PrivateOutgoing>(event: E, payload: PrivateOutgoing[E]) {
      for (const handler of handlers.get(event) ?? []) handler(payload);
    },
    /** It has connected, for the first time or again. */
    connect(isAgain: boolean) {
      for (const handler of stateHandlers) handler('connected', isAgain);
    },
    /** How many listen to anything. */
    listeners: () => [...handlers.values()].reduce((sum, { size }) => sum + size, stateHandlers.size),
  };
}
