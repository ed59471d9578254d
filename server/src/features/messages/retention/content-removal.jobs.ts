import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Media } from '../../media/index.ts';
import type { Deletable } from '../deletions.repository.ts';
import type { Deletions } from '../deletions.service.ts';
import { removeDraftsOf } from '../drafts/drafts.repository.ts';
import { removeMutesOf } from '../mutes/mutes.repository.ts';
import { deleteReactionsOf } from '../reactions/reactions.repository.ts';
import { blankWithMedia } from './purge.jobs.ts';
import { forgetWriter, listWritten, nextWritten, STRETCH } from './written.repository.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Removes the messages of a deleted account; continues where an earlier run stopped. */
    'messages.remove-content': { readonly userId: number };
  }
}

const JOB = 'messages.remove-content';
/** A run ends after this time and enqueues the next one, well before a job counts as lost. */
const RUN_MS = 120_000;
/** Messages that one transaction removes and one event reports. */
const AT_ONCE = 100;

type Deps = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly media: Pick<Media, 'removeMessageMedia' | 'removeMessageMediaOf'>;
  readonly deletions: Pick<Deletions, 'removeOwn'>;
};

/** Creates the removal of all messages of a user, during the deletion of the account or afterwards (SV-13, SV-104). */
export function createContentRemoval({ database, jobs, media, deletions }: Deps) {
  async function remove(tx: Tx, userId: number, messages: readonly Deletable[]): Promise<void> {
    await deletions.removeOwn(tx, userId, messages);
    await blankWithMedia(tx, media, messages);
  }

  /** Returns whether everything was removed before `until`, in milliseconds since 1970. */
  async function removeFrom(userId: number, until: number): Promise<boolean> {
    for (;;) {
      const next = await nextWritten(database.db, userId);
      if (!next) return true;
      const { conversationId, lastSequence } = next;
      for (let from = 0; from < lastSequence; from += STRETCH) {
        if (Date.now() > until) return false;
        const written = await listWritten(database.db, { userId, conversationId, from });
        const worded = written.filter((message) => !message.isDeleted || message.isWorded);
        for (let at = 0; at < worded.length; at += AT_ONCE)
          await database.transaction((tx) => remove(tx, userId, worded.slice(at, at + AT_ONCE)));
      }
      await database.transaction((tx) => forgetWriter(tx, userId, conversationId));
    }
  }

  return {
    /** Called when an account is deleted, in its transaction. */
    async deleting(tx: Tx, userId: number, { removesContent }: { readonly removesContent: boolean }) {
      await deleteReactionsOf(tx, userId);
      await removeDraftsOf(tx, userId);
      await removeMutesOf(tx, userId);
      if (removesContent) await jobs.enqueue(tx, JOB, { userId });
      else await forgetWriter(tx, userId);
    },

    startJobs(): void {
      jobs.handle(JOB, async ({ userId }) => {
        const isDone = await removeFrom(userId, Date.now() + RUN_MS);
        await database.transaction((tx) =>
          isDone ? media.removeMessageMediaOf(tx, userId) : jobs.enqueue(tx, JOB, { userId }),
        );
      });
    },
  };
}
