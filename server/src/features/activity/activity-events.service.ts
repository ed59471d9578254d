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
 * `ACTIVITY_EVENT_INTERVAL_MS`, with the state at sending, and nothing is read for users without a main screen here.
 */
export function createActivityEvents({ shells, reader, logger }: Deps) {
  const waiting = new Map<string, Due>();
  const resting = createResting(ACTIVITY_EVENT_INTERVAL_MS);
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Something that may be gone stays so, also if something else happened to it. */
  function add(due: Due): void {
    const key = keyOf(due);
    if (waiting.get(key)?.how !== 'changed') waiting.set(key, due);
  }

  async function send(userId: number, due: readonly Due[]): Promise<void> {
    const kinds = await reader.kindsFor(userId);
    const named = due.filter(({ how }) => how !== 'read').map(({ itemId }) => itemId);
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
    if (removed.length > 0) shells.emit(userId, 'activity', { removed, ...unread });
  }

  /** Sends what is due to a user. After a failure it waits for the next attempt; returns whether it was sent. */
  async function sendDue(userId: number, due: readonly Due[]): Promise<boolean> {
    // What happens from here on is sent once more.
    for (const one of due) waiting.delete(keyOf(one));
    if (!shells.has(userId)) return true;
    try {
      for (const one of due) resting.note(keyOf(one));
      await send(userId, due);
      return true;
    } catch (error) {
      logger.error({ err: error }, 'activity could not be sent; it is tried again');
      for (const one of due) if (!waiting.has(keyOf(one))) waiting.set(keyOf(one), one);
      return false;
    }
  }

  async function loop(): Promise<void> {
    const ready = [...waiting.values()].filter((due) => resting.isReady(keyOf(due)));
    const byUser = Map.groupBy(ready, ({ userId }) => userId).entries();
    let isFailed = false;
    // The workers share one iterator.
    const work = async () => {
      for (const [userId, due] of byUser) if (!(await sendDue(userId, due))) isFailed = true;
    };
    await Promise.all(Array.from({ length: USERS_AT_ONCE }, work));
    running = undefined;
    resting.forget();
    if (waiting.size > 0)
      wait(isFailed ? ACTIVITY_EVENT_INTERVAL_MS : resting.untilReady([...waiting.keys()]));
  }

  function start(): void {
    if (!isClosed) running ??= loop();
  }

  function wait(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(start, milliseconds).unref();
  }

  return {
    /** Receives the marks of this and other nodes. */
    marked(marks: readonly ActivityMark[]): void {
      for (const mark of marks) {
        const { userId } = mark;
        const isAnnouncement = userId === undefined;
        const users = isAnnouncement ? shells.userIds() : [userId].filter(shells.has);
        for (const each of users) add({ ...mark, userId: each, isAnnouncement });
      }
      if (waiting.size > 0) start();
    },

    /** Resolves when what is being read has been sent. Call before the database closes. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
