import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import type { createAdmissions } from './admissions.ts';
import type { Arrivals } from './arrivals.ts';
import { describeError } from './error-event.ts';
import type { LocalConnection, Writer } from './joined-writer.ts';
import type { LocalConnections } from './local-connections.ts';
import { encodeEvent, framePackets } from './packet-frames.ts';
import type { Connection, RealtimeLogger, RealtimeMetrics, RoomName, ServerSpec } from './realtime.types.ts';

const CHECK_INTERVAL_MS = 1000;
/** Between the starts of two rounds. */
const ROUND_INTERVAL_MS = 10_000;
/** Concurrent checks, which share their queries (CL-07), and the pause after them: at most 400 checks per second. */
const CONCURRENCY = 16;
const PAUSE_MS = 40;
/** The pause while clients wait for their admission, who read the same: at most 100 checks per second. */
const PAUSE_WHILE_CLIENTS_WAIT_MS = 160;
/** Rooms that a client joins on request. An admission does not include them. */
const JOINED_ON_REQUEST = 'profile:';

type Options<Incoming extends object, Outgoing extends object, Identity> = {
  readonly spec: Pick<ServerSpec<Incoming, Outgoing, Identity>, 'path' | 'reauthorize'>;
  readonly connections: Pick<LocalConnections, 'revoke'>;
  readonly admissions: Pick<ReturnType<typeof createAdmissions<Identity>>, 'recheck'>;
  readonly write: Writer;
  readonly logger: RealtimeLogger;
  readonly metrics: RealtimeMetrics;
  readonly arrivals: Pick<Arrivals, 'counts'>;
  /** Whether revocations of other nodes may not arrive now. */
  readonly isPartitioned: () => boolean;
};

/**
 * While revocations of other nodes may not arrive, checks each connection against the database, a few at a time, and
 * closes it with the reason when it would no longer be admitted. One more round follows afterwards, for
 * revocations that were lost.
 */
export function createReauthorization<Incoming extends object, Outgoing extends object, Identity>(
  options: Options<Incoming, Outgoing, Identity>,
) {
  const { spec, connections, admissions, write, logger, metrics, arrivals, isPartitioned } = options;
  const open = new Map<LocalConnection, Connection<Identity, Outgoing>>();
  let isDue = false;
  let isRunning = false;
  const stop = new AbortController();
  let hasFailed = false;
  let startedAt = Number.NEGATIVE_INFINITY;

  async function judge(local: LocalConnection, connection: Connection<Identity, Outgoing>): Promise<void> {
    const { socket } = local;
    try {
      metrics.reauthorizations += 1;
      const { answer, revocations } = await admissions.recheck(socket.id, () => spec.reauthorize(connection));
      if (!socket.connected) return;
      moveTo(local, answer);
      for (const revocation of revocations) connections.revoke(local, revocation);
    } catch (error) {
      if (isRefusal(error)) refuse(local, error);
      else reportOnce(error);
    }
  }

  function refuse(local: LocalConnection, error: AppError): void {
    if (!local.socket.connected) return;
    metrics.reauthorizationsRefused += 1;
    const log = { path: spec.path, connection: local.socket.id };
    logger.info({ ...log, code: error.code }, 'connection closed: it would not be let in now');
    write(local, [framePackets([encodeEvent('error', describeError(error, logger, log))])]);
    local.socket.disconnect(true);
  }

  function reportOnce(error: unknown): void {
    if (!hasFailed) logger.error({ err: error, path: spec.path }, 'connections could not be judged again');
    hasFailed = true;
  }

  async function round(): Promise<void> {
    hasFailed = false;
    const all = [...open];
    for (let start = 0; start < all.length && !stop.signal.aborted; start += CONCURRENCY) {
      await Promise.all(all.slice(start, start + CONCURRENCY).map((entry) => judge(...entry)));
      const pause = arrivals.counts().waiting > 0 ? PAUSE_WHILE_CLIENTS_WAIT_MS : PAUSE_MS;
      await delay(pause, undefined, { ref: false });
    }
  }

  const timer = setInterval(() => {
    isDue ||= isPartitioned();
    if (!isDue || isRunning || performance.now() - startedAt < ROUND_INTERVAL_MS) return;
    // A round that started while disconnected needs another one after it.
    isDue = isPartitioned();
    isRunning = true;
    startedAt = performance.now();
    void round().finally(() => {
      isRunning = false;
    });
  }, CHECK_INTERVAL_MS).unref();

  return {
    watch: (local: LocalConnection, connection: Connection<Identity, Outgoing>) =>
      void open.set(local, connection),
    forget: (local: LocalConnection) => void open.delete(local),
    /** A gap requires one round. */
    gap: () => {
      isDue = true;
    },
    close: () => {
      stop.abort();
      clearInterval(timer);
    },
  };
}

/** Whether the error is a refusal, not a transient failure. */
function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500 && error.status !== 429;
}

function moveTo({ socket }: LocalConnection, rooms: readonly RoomName[]): void {
  const due = new Set<string>([socket.id, ...rooms]);
  for (const room of due) if (!socket.rooms.has(room)) void socket.join(room);
  for (const room of socket.rooms)
    if (!due.has(room) && !room.startsWith(JOINED_ON_REQUEST)) void socket.leave(room);
}
