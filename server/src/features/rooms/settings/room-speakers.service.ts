import { BUSY_MINUTES } from '@adda/contract/rooms';
import type { Database } from '../../../platform/database/index.ts';
import { listLivelyRooms, listSpoken } from './room-speakers.repository.ts';

const SPAN_MS = BUSY_MINUTES * 60_000;

/** A room as it was read last: up to which sequence, and when each user wrote last, in milliseconds since 1970. */
type KnownRoom = { upTo: number; readonly spokeAt: Map<number, number> };

/** Counts who spoke lately in each room. */
export type RoomSpeakers = ReturnType<typeof createRoomSpeakers>;

/**
 * Creates the count of the users who wrote to all members of a room in the last `BUSY_MINUTES` (GR-08). Each message is read
 * once: a count reads only rooms with recent messages, and of those only the messages since the last count.
 */
export function createRoomSpeakers({ db, now }: Pick<Database, 'db' | 'now'>) {
  const known = new Map<number, KnownRoom>();
  let readAt = 0;

  async function read(): Promise<ReadonlyMap<number, number>> {
    const time = now().getTime();
    const since = new Date(time - SPAN_MS);
    // The next message of a room is far above the last one that is known.
    if (readAt < since.getTime()) known.clear();
    const lively = await listLivelyRooms(db, since);
    const changed = lively.filter((room) => known.get(room.conversationId)?.upTo !== room.lastSequence);
    const asked = changed.map(({ conversationId }) => ({
      conversationId,
      above: known.get(conversationId)?.upTo ?? null,
    }));
    const spoken = asked.length === 0 ? [] : await listSpoken(db, asked, since);
    for (const { conversationId, lastSequence } of changed) {
      const spokeAt = known.get(conversationId)?.spokeAt ?? new Map<number, number>();
      known.set(conversationId, { upTo: lastSequence, spokeAt });
    }
    for (const { conversationId, userId, at } of spoken) known.get(conversationId)?.spokeAt.set(userId, at);
    readAt = time;
    forget(new Set(lively.map((room) => room.conversationId)), since.getTime());
    return new Map([...known].map(([conversationId, { spokeAt }]) => [conversationId, spokeAt.size]));
  }

  /** Drops rooms that became quiet, and users who spoke before the time. */
  function forget(lively: ReadonlySet<number>, since: number): void {
    for (const [conversationId, { spokeAt }] of known) {
      if (!lively.has(conversationId)) known.delete(conversationId);
      else for (const [userId, at] of spokeAt) if (at < since) spokeAt.delete(userId);
    }
  }

  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<ReadonlyMap<number, number>> | undefined;

  return {
    /**
     * Returns the number of speakers by conversation; rooms without any may be left out. Includes everything that was
     * committed before the call. Concurrent calls share one count.
     */
    count(): Promise<ReadonlyMap<number, number>> {
      if (next) return next;
      const counted = running.then(() => {
        next = undefined;
        return read();
      });
      next = counted;
      running = counted.catch(() => undefined);
      return counted;
    },
  };
}
