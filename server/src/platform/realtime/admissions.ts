import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'socket.io';
import type { Arrivals } from './arrivals.ts';
import { describeError, platformError, type ErrorPayload } from './error-event.ts';
import { runAsActor, setActorName } from '../database/index.ts';
import { runInScene } from '../logging/security-log.ts';
import type { Guarded } from './engine-guard.ts';
import type { Admission, Handshake, RealtimeLogger } from './realtime.types.ts';
import type { Revocation } from './room-commands.ts';
import { closeSoon, isEngineConnection } from './engine-connection.ts';

/** An admission with the revocations that may have arrived after its database reads. */
export type Admitted<Identity> = {
  readonly admission: Admission<Identity>;
  readonly revocations: readonly Revocation[];
};

type Options<Identity> = {
  readonly admit: (handshake: Handshake) => Promise<Admission<Identity>>;
  /** Resolves when this node hears what other nodes say in these rooms. */
  readonly hear: (rooms: readonly string[]) => Promise<void>;
  readonly arrivals: Arrivals;
  readonly path: string;
  readonly logger: RealtimeLogger;
  readonly guardOf: (engine: unknown) => Guarded | undefined;
  /** Returns the token of a handshake that has none of its own (ID-07). */
  readonly tokenOfCookie: (headers: IncomingHttpHeaders) => string | undefined;
};

/** Tracks sockets during admission: a kick or ban in the meantime must be applied. */
export function createAdmissions<Identity>(options: Options<Identity>) {
  const { admit, hear, arrivals, path, logger, guardOf, tokenOfCookie } = options;
  const pending = new Map<string, Revocation[]>();
  const done = new Map<string, Admitted<Identity>>();

  function forget(id: string): void {
    pending.delete(id);
    done.delete(id);
  }

  return {
    noteRevocation: (revocation: Revocation) => {
      for (const noted of pending.values()) noted.push(revocation);
    },
    /** Middleware of the endpoint. The client's events wait until it has finished. */
    admit: async (socket: Socket, next: (error?: Error) => void) => {
      const engine: unknown = socket.client.conn;
      const guarded = guardOf(engine);
      // One admission per connection, because each reads the database.
      if (!isEngineConnection(engine) || !guarded || guarded.hasRequestedAdmission) {
        socket.client.conn.close(true);
        return;
      }
      guarded.hasRequestedAdmission = true;
      const { request } = engine;
      const refuse = (data: ErrorPayload) => {
        next(Object.assign(new Error(data.detail), { data }));
        closeSoon(engine);
      };
      const retryAfter = arrivals.returnAfter(request);
      if (retryAfter !== undefined) return refuse(platformError('rate_limited', { retry_after: retryAfter }));
      const revocations: Revocation[] = [];
      pending.set(socket.id, revocations);
      let releaseTurn = () => {};
      const onVerified = async (person: string) => {
        setActorName(`user:${person}`);
        guarded.slot.claim(person);
        const turn = arrivals.acquire(person);
        arrivals.settle(request);
        releaseTurn = await turn;
      };
      const { slot, scene } = guarded;
      if (scene) scene.connection = socket.id;
      try {
        slot.checkAddress();
        const admission = await runInScene(scene, () =>
          runAsActor({ name: `address:${slot.network}` }, () =>
            admit(readHandshake(socket, guarded, { onVerified, tokenOfCookie })),
          ),
        );
        // The client reads what it missed once it is connected: nothing that is said from then on may be missed here.
        await hear(admission.rooms);
        done.set(socket.id, { admission, revocations });
        next();
      } catch (error) {
        const context = { path, connection: socket.id };
        refuse(runInScene(scene, () => describeError(error, logger, context)));
      } finally {
        arrivals.settle(request);
        releaseTurn();
      }
      // Socket.IO takes the socket over in the next tick, or drops it there when its client has left meanwhile.
      setImmediate(forget, socket.id);
    },
    /** Checks a connected client again. Returns the result and the revocations that arrived meanwhile. */
    recheck: async <Answer>(id: string, ask: () => Promise<Answer>) => {
      const revocations: Revocation[] = [];
      pending.set(id, revocations);
      try {
        return { answer: await ask(), revocations };
      } finally {
        pending.delete(id);
      }
    },
    /** Returns and removes the admission of a socket. Call it synchronously in the `connection` event. */
    take: (id: string): Admitted<Identity> | undefined => {
      const admitted = done.get(id);
      forget(id);
      return admitted;
    },
  };
}

function readHandshake(
  { handshake }: Socket,
  { address }: Guarded,
  { onVerified, tokenOfCookie }: Pick<Handshake, 'onVerified'> & Pick<Options<never>, 'tokenOfCookie'>,
): Handshake {
  const auth: Record<string, unknown> = { ...handshake.auth };
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(handshake.query)) {
    if (typeof value === 'string') query[name] = value;
  }
  const own = query['token'] ?? (typeof auth['token'] === 'string' ? auth['token'] : undefined);
  const token = own ?? tokenOfCookie(handshake.headers);
  return { token, query, auth, address, headers: handshake.headers, onVerified };
}
