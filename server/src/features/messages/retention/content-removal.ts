import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Media } from '../../media/index.ts';
import { markDeleted, type Deletable, type Deleted } from '../deletions.repository.ts';
import { lockHeads } from '../members.repository.ts';
import { blankWithImages } from './purge.ts';
import { forgetWriter, listWritten, nextWritten, STRETCH } from './written.repository.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Removes the messages of a deleted account; continues where an earlier run stopped. */
    'messages.remove-content': { readonly userId: number };
  }
}

const JOB = 'messages.remove-content';
/** A run ends after so long and has another one go on, well before a job counts as lost. */
const RUN_MS = 120_000;
/** Messages that one transaction removes and one event reports. */
const AT_ONCE = 100;

/** Messages of one conversation that were removed with their sender's account. */
export type Removed = Deleted & {
  readonly conversationId: number;
  readonly messages: readonly Deletable[];
};

/** Told in the transaction that removes them, to tell screens after the commit. */
export type RemovedHook = (tx: Tx, removed: Removed) => Promise<void>;

type Deps = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly media: Pick<Media, 'removeImages' | 'removeImagesOf'>;
};

/** Creates the removal of all messages of a user, during the deletion of the account or afterwards (SV-13, SV-104). */
export function createContentRemoval({ database, jobs, media }: Deps) {
  const hooks: RemovedHook[] = [];

  async function remove(tx: Tx, userId: number, messages: readonly Deletable[]): Promise<void> {
    const conversationId = messages[0]?.conversationId;
    if (conversationId === undefined) return;
    await lockHeads(tx, [conversationId]);
    const present = messages.filter((message) => !message.isDeleted);
    const sequences = present.map((message) => message.sequence);
    const deleted = await markDeleted(tx, { conversationId, sequences, deletedBy: userId });
    await blankWithImages(tx, media, messages);
    if (present.length === 0) return;
    for (const hook of hooks) await hook(tx, { ...deleted, conversationId, messages: present });
  }

  /** Whether it was done before the time was over. */
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
    onRemoved: (hook: RemovedHook) => void hooks.push(hook),

    /** Joins the end of an account. */
    async ending(tx: Tx, userId: number, { removesContent }: { readonly removesContent: boolean }) {
      if (removesContent) await jobs.enqueue(tx, JOB, { userId });
      else await forgetWriter(tx, userId);
    },

    startJobs(): void {
      jobs.handle(JOB, async ({ userId }) => {
        const isDone = await removeFrom(userId, Date.now() + RUN_MS);
        await database.transaction((tx) =>
          isDone ? media.removeImagesOf(tx, userId) : jobs.enqueue(tx, JOB, { userId }),
        );
      });
    },
  };
}
