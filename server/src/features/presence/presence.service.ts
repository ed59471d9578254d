import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import { forget, forgetExpired, listConnected, renew, touchLastActive } from './presence.repository.ts';

const RENEW_EVERY_MS = 12_000;
/** Delay before a retry after a database error. */
const RETRY_MS = 2000;

/**
 * A user came online or went offline over all nodes, as visible to others: users who do not accept messages cause no
 * change. `at` is the time of the change, or the last activity.
 */
export type PresenceChange = { readonly userId: number; readonly isOnline: boolean; readonly at: Date };

/** Receives changes in batches. */
export type PresenceListener = (changes: readonly PresenceChange[]) => Promise<void> | void;

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  readonly renewEveryMs?: number | undefined;
};

/** Tracks which users are online: those with a live socket on any node. */
export type Presence = {
  /** A connection of this user opened on this node. */
  readonly arrive: (userId: number) => void;
  /** A connection of this user closed on this node. */
  readonly leave: (userId: number) => void;
  /** The user changed whether they accept messages, which changes their visibility. Call after the commit. */
  readonly availabilityChanged: (userId: number) => void;
  /** Subscribes to changes. */
  readonly onChanged: (listener: PresenceListener) => void;
  /** Resolves once everything that happened before is stored and delivered. */
  readonly settled: () => Promise<void>;
  /** Takes the users of this node offline. Call after its connections are closed and before the database closes. */
  readonly close: () => Promise<void>;
};

/**
 * Counts connections on this node and keeps one row per user and node. Arrivals and departures are batched: events
 * during a run are processed together by the next one.
 */
export function createPresence({ database, logger, renewEveryMs = RENEW_EVERY_MS }: Deps): Presence {
  const connections = new Map<number, number>();
  const listeners: PresenceListener[] = [];
  const store = createStore(database, connections);
  let availability = new Set<number>();
  const runner = createBatchRunner(logger, async (userIds, isRenewalDue, isAfterFailure) => {
    const changes = [
      ...(userIds.length > 0 ? await store.noteChanged(userIds) : []),
      ...(await store.availabilityChanges(takeAvailability())),
      ...(isRenewalDue ? await store.renewAll() : []),
      // While the database was unavailable, no node could renew. The other nodes renew first, before their users are
      // considered offline.
      ...(isRenewalDue && !isAfterFailure ? await store.removeExpired() : []),
    ];
    if (changes.length === 0) return;
    for (const listener of listeners) await listener(changes);
  });

  function takeAvailability(): readonly number[] {
    const userIds = [...availability];
    availability = new Set();
    return userIds;
  }

  const timer = setInterval(runner.renew, renewEveryMs).unref();

  return {
    arrive: (userId) => {
      const count = connections.get(userId) ?? 0;
      connections.set(userId, count + 1);
      if (count === 0) runner.add([userId]);
    },
    leave: (userId) => {
      const count = (connections.get(userId) ?? 0) - 1;
      if (count > 0) return void connections.set(userId, count);
      connections.delete(userId);
      runner.add([userId]);
    },
    availabilityChanged: (userId) => {
      availability.add(userId);
      runner.wake();
    },
    onChanged: (listener) => void listeners.push(listener),
    settled: runner.settled,
    close: async () => {
      clearInterval(timer);
      const userIds = [...connections.keys()];
      connections.clear();
      runner.close();
      runner.add(userIds);
      await runner.settled();
    },
  };
}

/** Writes the rows of this node. Returns the resulting presence changes. */
function createStore({ db }: Database, connections: ReadonlyMap<number, number>) {
  const nodeId = randomUUID();
  const changesOf = (isOnline: boolean, userIds: readonly number[]): PresenceChange[] => {
    const at = new Date();
    return userIds.map((userId) => ({ userId, isOnline, at }));
  };
  const renewRows = async (userIds: readonly number[]) =>
    userIds.length === 0 ? [] : changesOf(true, await renew(db, nodeId, userIds));

  return {
    noteChanged: async (userIds: readonly number[]): Promise<PresenceChange[]> => {
      const cameOnline = await renewRows(userIds.filter((userId) => connections.has(userId)));
      const disconnected = userIds.filter((userId) => !connections.has(userId));
      const wentOffline =
        disconnected.length === 0 ? [] : changesOf(false, await forget(db, nodeId, disconnected));
      await touchLastActive(db, userIds);
      return [...cameOnline, ...wentOffline];
    },
    availabilityChanges: async (userIds: readonly number[]): Promise<PresenceChange[]> => {
      if (userIds.length === 0) return [];
      const connected = await listConnected(db, userIds);
      return connected.map(({ user_id: userId, is_available: isAvailable, last_active_at: at }) => ({
        userId,
        isOnline: isAvailable,
        at,
      }));
    },
    renewAll: async (): Promise<PresenceChange[]> => {
      const userIds = [...connections.keys()];
      const cameOnline = await renewRows(userIds);
      if (userIds.length > 0) await touchLastActive(db, userIds);
      return cameOnline;
    },
    removeExpired: async (): Promise<PresenceChange[]> => changesOf(false, await forgetExpired(db)),
  };
}

type Run = (userIds: readonly number[], isRenewalDue: boolean, isAfterFailure: boolean) => Promise<void>;

/**
 * Runs one batch at a time; users and renewals that arrive meanwhile form the next batch. A failed batch is retried
 * with a renewal after `RETRY_MS`; consecutive failures are logged once.
 */
function createBatchRunner(logger: Logger, run: Run) {
  let waiting = new Set<number>();
  let isRenewalDue = false;
  let isWoken = false;
  let isFailing = false;
  let isClosed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;

  async function loop(): Promise<void> {
    while (waiting.size > 0 || isRenewalDue || isWoken) {
      const [userIds, renewal] = [[...waiting], isRenewalDue];
      waiting = new Set();
      isRenewalDue = false;
      isWoken = false;
      try {
        await run(userIds, renewal, isFailing);
        if (renewal) isFailing = false;
      } catch (error) {
        if (!isFailing) logger.error({ err: error }, 'presence could not be stored');
        isFailing = true;
        retryLater(userIds);
        break;
      }
    }
    running = undefined;
  }

  /** Retries with a renewal, except after closing: then rows that are not renewed expire. */
  function retryLater(userIds: readonly number[]): void {
    if (isClosed) return;
    for (const userId of userIds) waiting.add(userId);
    clearTimeout(retry);
    retry = setTimeout(renew, RETRY_MS).unref();
  }

  function renew(): void {
    isRenewalDue = true;
    running ??= loop();
  }

  return {
    add: (userIds: readonly number[]) => {
      for (const userId of userIds) waiting.add(userId);
      if (waiting.size > 0) running ??= loop();
    },
    /** Starts a run for a change that concerns no connection. */
    wake: () => {
      isWoken = true;
      running ??= loop();
    },
    renew,
    close: () => {
      isClosed = true;
      clearTimeout(retry);
    },
    settled: async () => {
      await running;
    },
  };
}
