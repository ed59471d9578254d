import { ACTIVITY_EVENT_INTERVAL_MS } from '@adda/contract/activity';
import type { Logger } from 'pino';
import { createResting, type Live } from '../live/index.ts';
import type { ActivityMark } from './activity-marks.codec.ts';
import type { ActivityReader } from './activity-reader.service.ts';

/** Users whose items are read at the same time. */
const USERS_AT_ONCE = 4;

type Deps = {
  readonly shells: Pick<Live['shells'], 'has' | 'userIds' | 'emit'>;
  readonly reader: Pick<ActivityReader, 'kindsFor' | 'find' | 'countUnread'>;
  readonly logger: Logger;
};

/** A mark of one user, and whether it is about an announcement. */
type Due = ActivityMark & { readonly userId: number; readonly isAnnouncement: boolean };

/** An item and the reads up to it are told apart. */
const keyOf = ({ userId, itemId, how }: Due): string =>
  `${userId}:${itemId}:${how === 'read' ? 'read' : 'item'}`;

/**
 * Creates the sender of items to the main screens of this node (NT-02). An item is sent at once and then at most once in
 * `ACTIVITY_EVENT_INTERVAL_MS`, with the state at sending, and nothing is read for users without a main screen here. A user whose
 * items take long to read delays nobody else (NT-04).
 */
export function createActivityEvents({ shells, reader, logger }: Deps) {
  /** By user, in the order in which they are served, and by item. */
  const waiting = new Map<number, Map<string, Due>>();
  const resting = createResting(ACTIVITY_EVENT_INTERVAL_MS);
  /** Users whose items are being read. */
  const reading = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Something that may be gone stays so, also if something else happened to it. */
  function add(due: Due): void {
    const own = waiting.get(due.userId) ?? new Map<string, Due>();
    waiting.set(due.userId, own);
    const key = keyOf(due);
    if (own.get(key)?.how !== 'changed') own.set(key, due);
  }

  /** Takes what may be sent to a user now. What happens from here on is sent once more. */
  function takeReady(userId: number): Due[] {
    const own = waiting.get(userId) ?? new Map<string, Due>();
    const ready = [...own].filter(([key]) => resting.isReady(key));
    for (const [key] of ready) own.delete(key);
    if (own.size === 0) waiting.delete(userId);
    return ready.map(([, due]) => due);
  }

  async function send(userId: number, due: readonly Due[]): Promise<void> {
    const kinds = await reader.kindsFor(userId);
    const named = due.filter(({ how }) => how === 'told' || how === 'changed').map(({ itemId }) => itemId);
    const items = await reader.find(userId, named, kinds);
    const unread = { unread_count: await reader.countUnread(userId, kinds) };
    for (const { itemId } of due.filter(({ how }) => how === 'read'))
      shells.emit(userId, 'activity', { removed: [], read_up_to: itemId, ...unread });
    const shown = named.flatMap((id) => items.get(id) ?? []);
    for (const item of shown.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1)))
      shells.emit(userId, 'activity', { item, ...unread });
    const removed = due.flatMap(({ itemId, how, isAnnouncement }) => {
      const isOff = isAnnouncement && !kinds.has('announcement');
      return how === 'changed' && !items.has(itemId) && !isOff ? [itemId] : [];
    });
    if (removed.length > 0 || due.some(({ how }) => how === 'counted'))
      shells.emit(userId, 'activity', { removed, ...unread });
  }

  /** Sends what is due to a user; after a failure it waits for its interval. */
  async function sendDue(userId: number, due: readonly Due[]): Promise<void> {
    if (!shells.has(userId)) return;
    for (const one of due) resting.note(keyOf(one));
    try {
      await send(userId, due);
    } catch (error) {
      logger.error({ err: error }, 'activity could not be sent; it is tried again');
      for (const one of due) if (!waiting.get(userId)?.has(keyOf(one))) add(one);
    }
  }

  /** Begins to read for as many users as may be read for at once; waits for those whose items were sent just now. */
  function serve(): void {
    clearTimeout(timer);
    if (isClosed) return;
    for (const userId of waiting.keys()) {
      if (reading.size >= USERS_AT_ONCE) return;
      if (reading.has(userId)) continue;
      const due = takeReady(userId);
      if (due.length === 0) continue;
      const work = sendDue(userId, due).finally(() => {
        reading.delete(userId);
        serve();
      });
      reading.set(userId, work);
    }
    resting.forget();
    const keys = [...waiting].flatMap(([id, own]) => (reading.has(id) ? [] : Array.from(own.keys())));
    if (keys.length > 0) timer = setTimeout(serve, resting.untilReady(keys)).unref();
  }

  return {
    /** Receives the marks of this and other nodes. */
    marked(marks: readonly ActivityMark[]): void {
      for (const mark of marks) {
        const isAnnouncement = mark.userId === undefined;
        const users = mark.userId === undefined ? shells.userIds() : [mark.userId].filter(shells.has);
        for (const each of users) add({ ...mark, userId: each, isAnnouncement });
      }
      serve();
    },

    /** Resolves when what is being read has been sent. Call before the database closes. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all(reading.values());
    },
  };
}
