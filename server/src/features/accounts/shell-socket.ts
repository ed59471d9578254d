import { errors } from '@adda/contract';
import { shellSocket } from '@adda/contract/accounts';
import type { EventPayloads } from '@adda/contract/kernel';
import { createConnectionExpiry } from '../../platform/realtime/connection-expiry.ts';
import type { Connection, Realtime, RealtimeServer } from '../../platform/realtime/index.ts';
import type { Accounts } from './index.ts';

type Outgoing = EventPayloads<typeof shellSocket.outgoing>;
type Identity = { readonly userId: number; readonly expiresAt: Date };

/** Publishes to the open shells of people: every tab of `user:<id>` or `session:<id>`. */
export type ShellServer = RealtimeServer<Outgoing>;

type Deps = {
  readonly realtime: Pick<Realtime, 'createServer'>;
  readonly accounts: Pick<Accounts, 'admitSocket' | 'onSessionEnded'>;
  /** Told when a shell of a person opens and closes on this node. */
  readonly presence: { readonly arrive: (userId: number) => void; readonly leave: (userId: number) => void };
};

/** Opens the socket of the shell: one connection a tab, told what concerns the person and when it is over. */
export function createShellSocket({ realtime, accounts, presence }: Deps): {
  server: ShellServer;
  close: () => void;
} {
  const expiry = createConnectionExpiry<Connection<Identity, Outgoing>>((connection) => {
    connection.emit('error', { code: 'token_expired', detail: errors.token_expired.detail });
    connection.disconnect('token expired');
  });
  const server = realtime.createServer<{ heartbeat: unknown }, Outgoing, Identity>({
    path: shellSocket.path,
    schemas: shellSocket.incoming,
    async admit({ token, query }) {
      const { userId, sessionId, expiresAt } = await accounts.admitSocket(token, query['self']);
      return { identity: { userId, expiresAt }, rooms: [`user:${userId}`, `session:${sessionId}`] };
    },
    onConnect(connection) {
      presence.arrive(connection.identity.userId);
      expiry.watch(connection);
    },
    onDisconnect(connection) {
      presence.leave(connection.identity.userId);
      expiry.forget(connection);
    },
    handlers: {
      // The transport's own pings keep the connection; the event is taken because clients may send it (RT-17).
      heartbeat: () => undefined,
    },
  });
  accounts.onSessionEnded(({ userId, sessionId, reason }) => {
    const room = sessionId === undefined ? (`user:${userId}` as const) : (`session:${sessionId}` as const);
    server.disconnectRoom(room, { event: 'session_ended', payload: { reason } });
  });
  return { server, close: expiry.close };
}
