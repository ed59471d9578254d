import { visibility, type UploadFields, type Visibility } from '@adda/contract/feed';
import { isBlankText } from '@adda/contract/messages';
import { appError } from '../../../platform/errors.ts';

/** A parsed upload form without the bytes; texts without visible characters are null. */
export type UploadForm = {
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
export function readUploadForm(fields: UploadFields, hasFile: boolean): UploadForm {
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
    // A locked post is private whatever the form says (FE-15).
    visibility: isLocked ? 'private' : chosen.data,
    caption,
    hashtags: textOf(fields.hashtags),
    feeling: textOf(fields.feeling),
  };
}
