import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import { forget, forgetExpired, listShown, renew, touchLastActive } from './presence.repository.ts';

const RENEW_EVERY_MS = 12_000;
/** After trouble the database is asked again this soon. */
const RETRY_MS = 2000;

/**
 * Somebody came online or went offline, counted over all nodes, as others see it: who takes no messages does neither
 * . `at` is when, or since when their last activity stands still.
 */
export type PresenceChange = { readonly userId: number; readonly isOnline: boolean; readonly at: Date };

/** Told of changes, several at once. */
export type PresenceListener = (changes: readonly PresenceChange[]) => Promise<void> | void;

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  readonly renewEveryMs?: number | undefined;
};

/** Knows who is online: whoever has a live socket on any node. */
export type Presence = {
  /** A connection of this person opened on this node. */
  readonly arrive: (userId: number) => void;
  /** A connection of this person closed on this node. */
  readonly leave: (userId: number) => void;
  /** Somebody takes messages from now on, or no more; whoever sees them is told. After the commit. */
  readonly availabilityChanged: (userId: number) => void;
  /** Told of changes only. */
  readonly onChanged: (listener: PresenceListener) => void;
  /** Resolves when everything that happened before is stored and told. */
  readonly settled: () => Promise<void>;
  /** Takes this node's people offline; to be called when its connections are closed, before the database closes. */
  readonly close: () => Promise<void>;
};

/**
 * Counts connections here and keeps one row per person and node. Arrivals and departures share one statement, as
 * messages do: what happens while one runs waits for the next.
 */
export function createPresence({ database, logger, renewEveryMs = RENEW_EVERY_MS }: Deps): Presence {
  const connections = new Map<number, number>();
  const listeners: PresenceListener[] = [];
  const store = createStore(database, connections);
  let switched = new Set<number>();
  const work = createWork(logger, async (userIds, isRenewalDue, isAfterTrouble) => {
    const changes = [
      ...(userIds.length > 0 ? await store.noteChanged(userIds) : []),
      ...(await store.noteSwitched(takeSwitched())),
      ...(isRenewalDue ? await store.renewAll() : []),
      // While the database was away nobody could renew: the other nodes come first, before their people are called gone.
      ...(isRenewalDue && !isAfterTrouble ? await store.clearAway() : []),
    ];
    if (changes.length === 0) return;
    for (const listener of listeners) await listener(changes);
  });

  function takeSwitched(): readonly number[] {
    const userIds = [...switched];
    switched = new Set();
    return userIds;
  }

  const timer = setInterval(work.renew, renewEveryMs).unref();

  return {
    arrive: (userId) => {
      const count = connections.get(userId) ?? 0;
      connections.set(userId, count + 1);
      if (count === 0) work.add([userId]);
    },
    leave: (userId) => {
      const count = (connections.get(userId) ?? 0) - 1;
      if (count > 0) return void connections.set(userId, count);
      connections.delete(userId);
      work.add([userId]);
    },
    availabilityChanged: (userId) => {
      switched.add(userId);
      work.wake();
    },
    onChanged: (listener) => void listeners.push(listener),
    settled: work.settled,
    close: async () => {
      clearInterval(timer);
      const userIds = [...connections.keys()];
      connections.clear();
      work.close();
      work.add(userIds);
      await work.settled();
    },
  };
}

/** Writes this node's rows; answers who came online or went offline by it. */
function createStore({ db }: Database, connections: ReadonlyMap<number, number>) {
  const nodeId = randomUUID();
  const changesOf = (isOnline: boolean, userIds: readonly number[]): PresenceChange[] => {
    const at = new Date();
    return userIds.map((userId) => ({ userId, isOnline, at }));
  };
  const keep = async (userIds: readonly number[]) =>
    userIds.length === 0 ? [] : changesOf(true, await renew(db, nodeId, userIds));

  return {
    noteChanged: async (userIds: readonly number[]): Promise<PresenceChange[]> => {
      const cameOnline = await keep(userIds.filter((userId) => connections.has(userId)));
      const gone = userIds.filter((userId) => !connections.has(userId));
      const wentOffline = gone.length === 0 ? [] : changesOf(false, await forget(db, nodeId, gone));
      await touchLastActive(db, userIds);
      return [...cameOnline, ...wentOffline];
    },
    noteSwitched: async (userIds: readonly number[]): Promise<PresenceChange[]> => {
      if (userIds.length === 0) return [];
      const shown = await listShown(db, userIds);
      return shown.map(({ user_id: userId, is_available: isAvailable, last_active_at: at }) => ({
        userId,
        isOnline: isAvailable,
        at,
      }));
    },
    renewAll: async (): Promise<PresenceChange[]> => {
      const userIds = [...connections.keys()];
      const cameOnline = await keep(userIds);
      if (userIds.length > 0) await touchLastActive(db, userIds);
      return cameOnline;
    },
    clearAway: async (): Promise<PresenceChange[]> => changesOf(false, await forgetExpired(db)),
  };
}

type Run = (userIds: readonly number[], isRenewalDue: boolean, isAfterTrouble: boolean) => Promise<void>;

/**
 * One piece of work at a time; people and renewals that come up meanwhile wait together for the next. What failed is
 * done again with a renewal soon after; a row of failures is logged once.
 */
function createWork(logger: Logger, run: Run) {
  let waiting = new Set<number>();
  let isRenewalDue = false;
  let isWoken = false;
  let isInTrouble = false;
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
        await run(userIds, renewal, isInTrouble);
        if (renewal) isInTrouble = false;
      } catch (error) {
        if (!isInTrouble) logger.error({ err: error }, 'presence could not be stored');
        isInTrouble = true;
        failed(userIds);
        break;
      }
    }
    running = undefined;
  }

  /** Rows that nobody renews run out, so the end of a node may leave it at that. */
  function failed(userIds: readonly number[]): void {
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
    /** There is something to be told that concerns no connection. */
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
