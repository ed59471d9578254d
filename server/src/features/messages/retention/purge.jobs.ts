import { DELETED_CONTENT_DAYS } from '@adda/contract/privacy';
import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Media } from '../../media/index.ts';
import type { MessageRef } from '../deletions.repository.ts';
import * as purging from './purge.repository.ts';

const DAY_MS = 24 * 3600 * 1000;
const BATCH = 500;

type Deps = { readonly database: Database; readonly media: Pick<Media, 'removeImages'> };

/** Removes the content of messages, and their images unless another message shows them. */
export async function blankWithImages(
  tx: Tx,
  media: Pick<Media, 'removeImages'>,
  refs: readonly MessageRef[],
): Promise<void> {
  await media.removeImages(tx, await purging.blank(tx, refs));
}

/** Creates the job that removes the content of deleted messages, each batch in its own transaction (SV-104). */
export function createPurge({ database, media }: Deps) {
  /**
   * Handles messages that were deleted one by one. Messages in an open report are skipped and checked again the next
   * day.
   */
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
        worded.filter((ref) => !free.includes(ref)),
      );
      await purging.notePurged(tx, clearing, to);
    });
  }

  /** Handles messages that were deleted with their whole conversation or room. */
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
