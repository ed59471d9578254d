import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { Rooms } from '../rooms/index.ts';
import * as stored from './deliveries.repository.ts';
import { DROP_REASONS, type createPushDecision, type Decision } from './push-decision.service.ts';
import { listSoonInRooms } from './push-places.repository.ts';
import { secondsUntilRetry } from './push-rules.policy.ts';
import type { PushSender } from './push.types.ts';

/** Pushes that are being handed over by this node at once, and those of them to one push service: a slow one delays no other. */
const AT_ONCE = 128;
const AT_ONCE_TO_HOST = 32;

const TICK_MS = 1000;

/** Each node looks twice, before a delivery is due, whether it has the room open. */
const SOON_SECONDS = 2.5;

const HANDED_OVER_BUCKETS = [1, 2, 3, 4, 5, 10, 30, 60, 300, 1800];

type Deps = {
  readonly database: Pick<Database, 'db'>;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'counter' | 'gauge' | 'histogram'>;
  readonly sender: PushSender;
  readonly decide: ReturnType<typeof createPushDecision>;
  readonly rooms: Pick<Rooms, 'isOpenHere'>;
  readonly handsOver: boolean;
};

type Sendable = Extract<Decision, { readonly message: unknown }>;

/** The host of a push service with its port, as it stands in the address. */
const hostOf = ({ subscription }: Sendable): string => subscription.endpoint.split('/')[2] ?? '';

function createPushMetrics({ metrics, database }: Pick<Deps, 'metrics' | 'database'>) {
  const countDropped = metrics.counter({
    name: 'push_drops_total',
    help: 'Pushes that were not right any more, or that their service did not take, by reason',
    labels: ['reason'],
  });
  for (const reason of [...DROP_REASONS, 'refused', 'retries']) countDropped({ reason }, 0);
  metrics.gauge({ name: 'push_deliveries_waiting', help: 'Pushes that wait to be sent, on all nodes' }, () =>
    stored.countWaiting(database.db),
  );
  const handedOver = metrics.histogram({
    name: 'push_seconds',
    help: 'Time from what happened until its push was handed to the push service',
    buckets: HANDED_OVER_BUCKETS,
  })();
  return { dropped: (reason: string, amount = 1) => countDropped({ reason }, amount), handedOver };
}

/** Creates what hands pushes over, and settles their deliveries by what became of them. */
function createSending(
  { db }: Deps['database'],
  {
    sender,
    logger,
    measure,
  }: Pick<Deps, 'sender' | 'logger'> & {
    readonly measure: ReturnType<typeof createPushMetrics>;
  },
) {
  const sending = new Set<Promise<void>>();
  const toHost = new Map<string, number>();

  async function drop(deliveryId: number, reason: string): Promise<void> {
    await stored.removeDeliveries(db, [deliveryId]);
    measure.dropped(reason);
  }

  async function send({ delivery, subscription, message }: Sendable): Promise<void> {
    const outcome = await sender.send(subscription, message);
    const { id, attempts, createdAt } = delivery;
    switch (outcome.kind) {
      case 'sent':
        measure.handedOver((Date.now() - createdAt.getTime()) / 1000);
        return stored.removeSent(db, delivery, message.payload.tag);
      case 'gone':
        return drop(id, 'ended');
      case 'refused':
        return drop(id, 'refused');
      case 'later': {
        const seconds = secondsUntilRetry(attempts, outcome.retryAfterSeconds);
        if (seconds === undefined) return drop(id, 'retries');
        return stored.postpone(db, id, seconds, message.payload.tag);
      }
    }
  }

  function count(host: string, change: 1 | -1): void {
    const now = (toHost.get(host) ?? 0) + change;
    if (now === 0) toHost.delete(host);
    else toHost.set(host, now);
  }

  return {
    /** Starts to hand a push over; returns false if too many of its service are being handed over. `ended` is called at the end. */
    start(decision: Sendable, ended: () => void): boolean {
      const host = hostOf(decision);
      if ((toHost.get(host) ?? 0) >= AT_ONCE_TO_HOST) return false;
      count(host, 1);
      const work: Promise<void> = send(decision)
        .catch((error: unknown) => logger.error({ err: error }, 'push not settled; it is tried again'))
        .finally(() => {
          count(host, -1);
          sending.delete(work);
          ended();
        });
      sending.add(work);
      return true;
    },
    /** Services to which no more may be handed over now. */
    busyHosts: (): string[] =>
      [...toHost].flatMap(([host, number]) => (number >= AT_ONCE_TO_HOST ? [host] : [])),
    free: (): number => AT_ONCE - sending.size,
    /** Resolves when one of them has ended. */
    next: (): Promise<void> => Promise.race(sending),
    async idle(): Promise<void> {
      await Promise.all(sending);
    },
  };
}

/** Creates what takes due deliveries and gives back those that are not tried, instead of leaving them to their lease. */
function createClaims(db: Database['db'], decide: Deps['decide']) {
  /** Not given back yet, because the database failed. */
  const held = new Set<number>();
  return {
    /** Takes at most `limit` due deliveries, none to these hosts, and decides about them. */
    async take(limit: number, exceptHosts: readonly string[]): Promise<Decision[]> {
      const due = await stored.claimDue(db, limit, exceptHosts);
      if (due.length === 0) return [];
      try {
        return await decide(due);
      } catch (error) {
        for (const { id } of due) held.add(id);
        throw error;
      }
    },

    /** Makes these due again, and what could not be given back before. */
    async giveBack(ids: readonly number[]): Promise<void> {
      for (const id of ids) held.add(id);
      await stored.releaseClaimed(db, [...held]);
      held.clear();
    },
  };
}

/**
 * Creates what sends due deliveries: every node that hands pushes over looks each second and takes what no other node has taken
 * (PN-03). Whether a push is still right is decided anew at each try. A node that does not hand over looks too, because only it
 * knows which rooms are open on it (CL-06).
 */
export function createPushWorker({ database, logger, metrics, sender, decide, rooms, handsOver }: Deps) {
  const { db } = database;
  const measure = createPushMetrics({ metrics, database });
  const sending = createSending(database, { sender, logger, measure });
  const claims = createClaims(db, decide);
  let running: Promise<void> | undefined;
  let isClosed = false;
  /** Whether something is due to a push service that is busy. */
  let isHeldBack = false;

  /** Drops deliveries about rooms that their users have open on this node; another node may be the one that would send them. */
  async function dropOpen(): Promise<void> {
    const soon = await listSoonInRooms(db, SOON_SECONDS);
    const open = soon.filter(({ userId, groupId }) => rooms.isOpenHere(userId, groupId));
    await stored.removeDeliveries(
      db,
      open.map(({ id }) => id),
    );
    if (open.length > 0) measure.dropped('open', open.length);
  }

  /** Takes what is due; returns whether there may be more. */
  async function takeSome(): Promise<boolean> {
    const free = sending.free();
    if (free <= 0) {
      await sending.next();
      return true;
    }
    const busy = sending.busyHosts();
    isHeldBack = busy.length > 0;
    const decisions = await claims.take(free, busy);
    const [dropped, heldBack] = [new Array<number>(), new Array<number>()];
    for (const decision of decisions) {
      if ('message' in decision) {
        if (!sending.start(decision, ended)) heldBack.push(decision.delivery.id);
      } else {
        dropped.push(decision.delivery.id);
        measure.dropped(decision.drop);
      }
    }
    isHeldBack ||= heldBack.length > 0;
    await claims.giveBack(heldBack);
    await stored.removeDeliveries(db, dropped);
    return decisions.length === free;
  }

  async function run(): Promise<void> {
    await claims.giveBack([]);
    await dropOpen();
    let hasMore = handsOver;
    while (hasMore) hasMore = !isClosed && (await takeSome());
  }

  function tick(): void {
    if (running || isClosed) return;
    running = run()
      .catch((error: unknown) =>
        logger.warn({ err: error }, 'pushes could not be read; they are tried again'),
      )
      .finally(() => (running = undefined));
  }

  /** Called when a push was handed over: another one of its service may be. */
  function ended(): void {
    if (isHeldBack) tick();
  }

  const timer = setInterval(tick, TICK_MS).unref();
  return {
    /** Resolves when nothing is being sent. Call before the database closes. */
    async close(): Promise<void> {
      isClosed = true;
      clearInterval(timer);
      await running;
      await sending.idle();
    },
  };
}
