import { randomBytes } from 'node:crypto';
import { hashtagsIn, visibility, type UploadFields, type Visibility } from '@adda/contract/feed';
import { isBlankText } from '@adda/contract/messages';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { UploadedFile } from '../../../platform/http/uploads.ts';
import { findOwnPlan, type Creators } from '../../creators/index.ts';
import type { Media } from '../../media/index.ts';
import type { WordFilter } from '../../safety/index.ts';
import type { PostEvents } from './posts.events.ts';
import { findPostRow } from './post-rows.repository.ts';
import { addPostWords } from '../finding/post-words.repository.ts';
import { findByUploadKey, insertPost, lockSender } from './posts.repository.ts';

/** A parsed upload form without the bytes; texts without visible characters are null. */
type UploadForm = {
  readonly isLocked: boolean;
  /** Set for a locked post. */
  readonly planId: string | null;
  readonly visibility: Visibility;
  readonly caption: string | null;
  readonly hashtags: string | null;
  readonly feeling: string | null;
};

/** Values of a form field that mean "checked". */
const LOCKING: ReadonlySet<string> = new Set(['true', '1', 'on']);

const textOf = (text: string | undefined): string | null =>
  text === undefined || isBlankText(text) ? null : text.trim();

/**
 * Parses the fields of an upload (FE-26, X-02, X-03). Throws `file_or_caption_required` for an empty post,
 * `invalid_visibility`, `plan_required` for a locked post without a plan, and `locked_needs_file` for a locked
 * text-only post.
 */
function readUploadForm(fields: UploadFields, hasFile: boolean): UploadForm {
  const caption = textOf(fields.caption);
  if (!hasFile && caption === null) throw appError('file_or_caption_required');
  const chosen = visibility.safeParse(fields.visibility || 'public');
  if (!chosen.success) throw appError('invalid_visibility');
  const isLocked = LOCKING.has(fields.is_locked?.toLowerCase() ?? '');
  const planId = fields.plan_id || null;
  if (isLocked && planId === null) throw appError('plan_required');
  if (isLocked && !hasFile) throw appError('locked_needs_file');
  return {
    isLocked,
    planId: isLocked ? planId : null,
    // A locked post is private regardless of the form (FE-15).
    visibility: isLocked ? 'private' : chosen.data,
    caption,
    hashtags: textOf(fields.hashtags),
    feeling: textOf(fields.feeling),
  };
}

type Deps = {
  readonly database: Database;
  readonly media: Pick<Media, 'files'>;
  readonly wordFilter: Pick<WordFilter, 'check' | 'report'>;
  readonly creators: Pick<Creators, 'addPublicPosts'>;
  readonly events: PostEvents;
};

/** The values to store once the file of a form is accepted. */
type NewPost = {
  readonly form: UploadForm;
  readonly planRow: number | null;
  readonly fileId: string | null;
  readonly uploadKey: string | null;
};

/**
 * Returns the texts of a form that the word filter judges: each hashtag separately, since it is a separate word, and
 * all hashtags as the displayed text.
 */
function judgedTexts({ caption, hashtags, feeling }: UploadForm): readonly (string | null)[] {
  const tags = hashtagsIn(hashtags ?? '');
  return [caption, ...tags, tags.join(' '), feeling];
}

/** Creates the command that posts uploads (SV-56, SV-57). */
export function createUploads({ database, media, wordFilter, creators, events }: Deps) {
  /** One transaction: the post, the job of its file, the totals and the event. */
  const store = (senderId: number, { form, planRow, fileId, uploadKey }: NewPost): Promise<string> =>
    database.transaction(async (tx) => {
      if (!(await lockSender(tx, senderId))) throw appError('invalid_token');
      const mediaId = randomBytes(12).toString('hex');
      const post = {
        media_id: mediaId,
        author_id: senderId,
        file_id: fileId,
        plan_id: planRow,
        upload_key: uploadKey,
        caption: form.caption,
        hashtags: form.hashtags,
        feeling: form.feeling,
        visibility: form.visibility,
        is_locked: form.isLocked,
        deleted_at: null,
      };
      let id = await insertPost(tx, post);
      const first = id === undefined ? await findByUploadKey(tx, senderId, uploadKey ?? '') : undefined;
      if (first !== undefined) {
        // A concurrent upload with the same key was stored first; its file is kept and this one is removed.
        if (fileId !== null) await media.files.remove(tx, fileId);
        return first;
      }
      // The post with this key was deleted concurrently.
      id ??= await insertPost(tx, post);
      if (id === undefined) throw new Error('an upload key is taken by no post');
      if (fileId !== null) await media.files.use(tx, fileId);
      if (form.visibility === 'public') await creators.addPublicPosts(tx, senderId, 1);
      await addPostWords(tx, [{ id, caption: form.caption, hashtags: form.hashtags }]);
      const row = await findPostRow(tx, id);
      if (row) events.uploaded(tx, row);
      return mediaId;
    });

  return {
    /**
     * Posts a file with a caption, or text only. Returns the public id. Idempotent by `upload_key`: a key that the
     * sender has used returns the first post, unless that is deleted. Throws the codes of `readUploadForm`,
     * `words_refused` (SV-105) and `unsupported_media_type`.
     */
    async post({ userId }: Actor, fields: UploadFields, file: UploadedFile | undefined): Promise<string> {
      const uploadKey = fields.upload_key || null;
      const known = uploadKey === null ? undefined : await findByUploadKey(database.db, userId, uploadKey);
      if (known !== undefined) return known;
      const form = readUploadForm(fields, file !== undefined);
      const flagged = wordFilter.check(...judgedTexts(form));
      const planRow = form.planId === null ? null : await findOwnPlan(database.db, userId, form.planId);
      if (planRow === undefined) throw appError('plan_required');
      const filename = fields.filename || file?.filename;
      const taken = file && (await media.files.receive({ ownerId: userId, path: file.path, filename }));
      const mediaId = await store(userId, { form, planRow, fileId: taken?.id ?? null, uploadKey });
      wordFilter.report({ userId, words: flagged, mediaId });
      return mediaId;
    },
  };
}
