import { MEDIA_PAGE, type PublicPost } from '@adda/contract/feed';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { PageHead } from '../../../platform/http/page-head.ts';
import { findPublicPost } from './find-post.ts';
import { findSender } from './post-lists.repository.ts';
import { listPublicRows } from './post-rows.repository.ts';
import { viewForPublic } from './post-view.ts';

type Deps = { readonly database: Database; readonly publicUrl: () => string };

/** Creates the queries of public posts, for callers without an account and for link previews. */
export function createPublicPosts({ database: { db }, publicUrl }: Deps) {
  return {
    /** Returns a public post. Throws `media_not_found`. */
    async get(mediaId: string): Promise<PublicPost> {
      const row = await findPublicPost(db, mediaId);
      if (!row) throw appError('media_not_found');
      return viewForPublic(row);
    },

    /** Returns the newest public posts of a permanent account. Throws `user_not_found`. */
    async list(username: string): Promise<PublicPost[]> {
      const sender = await findSender(db, username);
      if (!sender || sender.isGuest || sender.isSuspended) throw appError('user_not_found');
      return (await listPublicRows(db, sender.id, MEDIA_PAGE)).map(viewForPublic);
    },

    /** Returns the page metadata of a post for link previews; undefined if it is not public. */
    async pageHeadOf(mediaId: string): Promise<PageHead | undefined> {
      const row = await findPublicPost(db, mediaId);
      if (!row) return undefined;
      const { caption, preview_url: preview } = viewForPublic(row);
      const kind = row.kind === 'video' ? 'A video' : 'A photo';
      return {
        title: `${row.display_name} on Adda`,
        description: caption ?? `${kind} on Adda`,
        url: `${publicUrl()}/post/${row.media_id}`,
        ...(preview !== null && { imageUrl: `${publicUrl()}${preview}` }),
        kind: 'article',
      };
    },
  };
}
