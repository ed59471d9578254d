import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import { createBatchRunner } from './batch-runner.service.ts';
import { endLease, removeLapsed, renewLease } from './leases.repository.ts';
import {
  addPresent,
  listConnected,
  removeExpired,
  removePresent,
  touchLastActive,
} from './presence.repository.ts';

const RENEW_EVERY_MS = 5000;

/** Users per statement and per call of the listeners. */
const BATCH = 1000;

/**
 * Renewals after an outage, or after the first one, with which this node removes others: between the retry and the second regular one
 * is a whole interval, in which the others renew first.
 */
const STEADY_RENEWALS = 2;

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
  /** A connected user did something, such as writing a message. Their last activity is updated with the next renewal. */
  readonly noteActivity: (userId: number) => void;
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
 * Counts connections on this node and keeps one row per user and node, which counts while the node renews its lease (CL-03, ADR 60).
 * Arrivals and departures are batched: events during a run are processed together by the next one.
 */
export function createPresence({ database, logger, renewEveryMs = RENEW_EVERY_MS }: Deps): Presence {
  const connections = new Map<number, number>();
  const listeners: PresenceListener[] = [];
  const store = createStore(database, connections, async (changes) => {
    if (changes.length > 0) for (const listener of listeners) await listener(changes);
  });
  let availability = new Set<number>();
  let active = new Set<number>();
  let isClosing = false;
  const runner = createBatchRunner(logger, async ({ userIds, isRenewalDue, isAfterFailure, isNextDue }) => {
    if (isRenewalDue) await store.renew(isAfterFailure);
    await store.noteChanged(userIds);
    await store.noteAvailability(takeAvailability());
    if (isRenewalDue) await store.noteActive(takeActive());
    if (isRenewalDue) await store.removeOthers(isNextDue);
    if (isClosing) await store.end();
  });

  function takeAvailability(): readonly number[] {
    const userIds = [...availability];
    availability = new Set();
    return userIds;
  }

  function takeActive(): readonly number[] {
    const userIds = [...active];
    active = new Set();
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
    noteActivity: (userId) => void active.add(userId),
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
      isClosing = true;
      runner.close();
      runner.add(userIds);
      runner.wake();
      await runner.settled();
    },
  };
}

const batchesOf = (userIds: readonly number[]): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(userIds.length / BATCH) }, (_, index) =>
    userIds.slice(index * BATCH, (index + 1) * BATCH),
  );

const changesOf = (isOnline: boolean, userIds: readonly number[], at = new Date()): PresenceChange[] =>
  userIds.map((userId) => ({ userId, isOnline, at }));

/** Writes the rows and the lease of this node, and tells the resulting presence changes. */
function createStore(
  database: Database,
  connections: ReadonlyMap<number, number>,
  tell: (changes: readonly PresenceChange[]) => Promise<void>,
) {
  const { db } = database;
  const nodeId = randomUUID();
  /** Whether the database has a row for every user of this node, as far as it was told. */
  let isComplete = false;
  let steadyRenewals = 0;

  /** Writes a row for every user of this node: at the start, or because others may have removed them with its lapsed lease. */
  async function addAll(): Promise<void> {
    for (const userIds of batchesOf([...connections.keys()])) {
      const { isHeld, cameOnline } = await addPresent(db, nodeId, userIds);
      if (!isHeld) throw new Error('The lease of this node lapsed while its users were written.');
      await tell(changesOf(true, cameOnline));
    }
    isComplete = true;
  }

  async function renew(isAfterFailure: boolean): Promise<void> {
    const wasHeld = await renewLease(db, nodeId);
    if (!wasHeld) isComplete = false;
    steadyRenewals = wasHeld && !isAfterFailure ? steadyRenewals + 1 : 0;
    if (!isComplete) await addAll();
  }

  async function noteArrived(userIds: readonly number[]): Promise<void> {
    if (userIds.length === 0) return;
    const { isHeld, cameOnline } = await addPresent(db, nodeId, userIds);
    if (isHeld) return tell(changesOf(true, cameOnline));
    isComplete = false;
    await renew(false);
  }

  async function noteLeft(userIds: readonly number[]): Promise<void> {
    if (userIds.length > 0) await tell(changesOf(false, await removePresent(db, nodeId, userIds)));
  }

  return {
    renew,
    noteChanged: async (changed: readonly number[]): Promise<void> => {
      for (const userIds of batchesOf(changed)) {
        await touchLastActive(db, userIds);
        await noteArrived(userIds.filter((userId) => connections.has(userId)));
        await noteLeft(userIds.filter((userId) => !connections.has(userId)));
      }
    },
    noteActive: async (active: readonly number[]): Promise<void> => {
      for (const userIds of batchesOf(active)) await touchLastActive(db, userIds);
    },
    noteAvailability: async (userIds: readonly number[]): Promise<void> => {
      if (userIds.length === 0) return;
      const connected = await listConnected(db, userIds);
      const visible = connected.filter((user) => user.is_available).map((user) => user.user_id);
      if (visible.length > 0) await touchLastActive(db, visible);
      await tell([
        ...changesOf(true, visible),
        ...connected
          .filter((user) => !user.is_available)
          .map(({ user_id: userId, last_active_at: at }) => ({ userId, isOnline: false, at })),
      ]);
    },
    /** Removes the users of killed nodes and tells that they are offline; not soon after an outage, in which no node could renew. */
    removeOthers: async (isNextDue: () => boolean): Promise<void> => {
      if (steadyRenewals < STEADY_RENEWALS) return;
      do {
        const left = await database.transaction((tx) => removeLapsed(tx, BATCH));
        if (!left) break;
        await tell(changesOf(false, left.userIds, left.at));
      } while (!isNextDue());
      do {
        const { count, userIds } = await removeExpired(db, BATCH);
        await tell(changesOf(false, userIds));
        if (count < BATCH) break;
      } while (!isNextDue());
    },
    end: () => endLease(db, nodeId),
  };
}
