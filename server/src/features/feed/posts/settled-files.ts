import { afterCommit, type Tx } from '../../../platform/database/index.ts';
import type { Media } from '../../media/index.ts';
import type { WordFilter } from '../../safety/index.ts';
import type { PostEvents } from './post-events.ts';
import type { HeldPost, PostChanges } from './post-changes.service.ts';
import { findPostOfFile } from './post-rows.repository.ts';

/** Callback that runs in the transaction that takes down a post because its file is refused. */
type RefusedHook = (tx: Tx, post: Pick<HeldPost, 'senderId' | 'mediaId'>) => Promise<void>;

type Deps = {
  readonly media: Pick<Media, 'files'>;
  readonly wordFilter: Pick<WordFilter, 'raise'>;
  readonly changes: Pick<PostChanges, 'hold' | 'remove'>;
  readonly events: PostEvents;
};

/** Subscribes posts to the results of file processing (SV-58, SV-105). */
export function subscribeToFiles({ media, wordFilter, changes, events }: Deps) {
  const hooks: RefusedHook[] = [];

  async function takeDown(tx: Tx, mediaId: string): Promise<void> {
    const post = await changes.hold(tx, mediaId);
    // Deleted in the meantime by its sender.
    if (!post) return;
    await changes.remove(tx, post);
    for (const hook of hooks) await hook(tx, post);
  }

  media.files.onSettled(async (tx, { fileId, state, review }) => {
    const row = await findPostOfFile(tx, fileId);
    if (!row) return;
    const { author_id: userId, media_id: mediaId } = row;
    if (state === 'refused') return takeDown(tx, mediaId);
    events.previewReady(tx, row);
    if (review !== null) afterCommit(tx, () => wordFilter.raise({ userId, words: [review], mediaId }));
  });

  return {
    /** Registers a callback for the transaction that takes down a post because its file is refused. */
    onRefused: (hook: RefusedHook): void => void hooks.push(hook),
  };
}
