import { DELETED_CONTENT_DAYS, FORMER_TEXTS_DAYS } from '@adda/contract/privacy';
import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Media } from '../../media/index.ts';
import type { MessageRef } from '../messages.types.ts';
import * as purging from './purge.repository.ts';

const DAY_MS = 24 * 3600 * 1000;
const BATCH = 500;

type Deps = { readonly database: Database; readonly media: Pick<Media, 'removeMessageMedia'> };

/** Removes the content of messages, with their images and recordings unless another message contains them. */
export async function blankWithMedia(
  tx: Tx,
  media: Pick<Media, 'removeMessageMedia'>,
  refs: readonly MessageRef[],
): Promise<void> {
  await media.removeMessageMedia(tx, await purging.blank(tx, refs));
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
          blankWithMedia(tx, media, await purging.withoutOpenReport(tx, page)),
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
      await blankWithMedia(tx, media, free);
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

  /** Removes the former texts of deleted messages, unless an open report names the message (ED-04). */
  async function forgetFormerTexts(before: Date): Promise<void> {
    let after: MessageRef | undefined;
    for (;;) {
      const page = await purging.listFormerTexts(database.db, { before, after, limit: BATCH });
      if (page.length > 0)
        await database.transaction(async (tx) =>
          purging.forgetFormerTexts(tx, await purging.withoutOpenReport(tx, page)),
        );
      after = page.at(-1);
      if (page.length < BATCH) return;
    }
  }

  return async (now = database.now()): Promise<void> => {
    await forgetFormerTexts(new Date(now.getTime() - FORMER_TEXTS_DAYS * DAY_MS));
    const before = new Date(now.getTime() - DELETED_CONTENT_DAYS * DAY_MS);
    await purgeCleared(before);
    await purgeDeleted(before);
  };
}
