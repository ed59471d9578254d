import { DELETED_CONTENT_DAYS } from '@adda/contract/privacy';
import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Media } from '../../media/index.ts';
import type { MessageRef } from '../deletions.repository.ts';
import * as purging from './purge.repository.ts';

const DAY_MS = 24 * 3600 * 1000;
const BATCH = 500;

type Deps = { readonly database: Database; readonly media: Pick<Media, 'removeImages'> };

/** Takes everything out of messages; their images go unless another message shows them. */
export async function blankWithImages(
  tx: Tx,
  media: Pick<Media, 'removeImages'>,
  places: readonly MessageRef[],
): Promise<void> {
  await media.removeImages(tx, await purging.blank(tx, places));
}

/** Makes the job by which deleted messages lose their words, each batch in a transaction of its own (SV-104). */
export function createPurge({ database, media }: Deps) {
  /** Deleted one by one. What an open report names is passed over, and looked at again the next day. */
  async function purgeDeleted(before: Date): Promise<void> {
    let after: purging.Purgeable | undefined;
    for (;;) {
      const page = await purging.listPurgeable(database.db, { before, after, limit: BATCH });
      if (page.length > 0)
        await database.transaction(async (tx) =>
          blankWithImages(tx, media, await purging.withoutOpenReport(tx, page)),
        );
      after = page.at(-1);
      if (page.length < BATCH) return;
    }
  }

  async function purgeStretch(clearing: purging.Clearing): Promise<void> {
    const { conversationId, purgedTo, clearedTo } = clearing;
    const to = Math.min(purgedTo + BATCH, clearedTo);
    await database.transaction(async (tx) => {
      const worded = await purging.listWorded(tx, { conversationId, from: purgedTo + 1, to });
      const free = await purging.withoutOpenReport(tx, worded);
      await blankWithImages(tx, media, free);
      await purging.noteDeleted(
        tx,
        worded.filter((place) => !free.includes(place)),
      );
      await purging.notePurged(tx, clearing, to);
    });
  }

  /** Cleared with their whole conversation or room. */
  async function purgeCleared(before: Date): Promise<void> {
    for (;;) {
      const clearing = await purging.findClearing(database.db, before);
      if (!clearing) return;
      await purgeStretch(clearing);
    }
  }

  return async (now = database.now()): Promise<void> => {
    const before = new Date(now.getTime() - DELETED_CONTENT_DAYS * DAY_MS);
    await purgeCleared(before);
    await purgeDeleted(before);
  };
}
