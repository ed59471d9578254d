import { INLINE_UPLOAD_MAX_BYTES, UPLOAD_MAX_BYTES } from '@adda/contract/feed/limits';
import { t } from '@lingui/core/macro';
import { mediaKindOf } from './media-kinds.ts';
import type { PostDraft } from './post-draft.ts';

/** The three forms that post: the composer's dialog, the form in the feed, the form of the caller's profile. */
export type UploadSurface = 'composer' | 'inline' | 'profile';

/** The route of each form. */
export const uploadRoutes = {
  composer: 'POST /upload',
  inline: 'POST /media/upload',
  profile: 'POST /media/upload',
} as const satisfies Record<UploadSurface, string>;

/** Returns the validation error of a chosen file (FE-23, FE-24, FE-27), or undefined. 1 MB is 1,048,576 bytes. */
export function fileProblem(surface: UploadSurface, file: File): string | undefined {
  if (!mediaKindOf(file)) return t`Choose a photo (JPEG, PNG, GIF, WebP) or a video (MP4, MOV, AVI).`;
  if (surface === 'composer') {
    return file.size > UPLOAD_MAX_BYTES ? t`File size exceeds 50MB limit` : undefined;
  }
  return file.size > INLINE_UPLOAD_MAX_BYTES ? t`File size exceeds 10MB limit` : undefined;
}

/** Fields of a form that can have a validation error. */
export type DraftPart = 'file' | 'plan' | 'visibility';

/** Validation errors by field. */
export type DraftProblems = { readonly [K in DraftPart]?: string | undefined };

function missingFile(surface: UploadSurface, { file, caption }: PostDraft): string | undefined {
  if (file) return fileProblem(surface, file);
  if (surface !== 'inline') return t`Please select a file`;
  return caption.trim() === '' ? t`Please provide a file or caption` : undefined;
}

/** Returns the validation errors of a draft (FE-19 to FE-21, FE-26, ME-01, ME-02, X-02). */
export function draftProblems(surface: UploadSurface, draft: PostDraft): DraftProblems {
  const { isLocked, planId, visibility } = draft;
  return {
    file: missingFile(surface, draft),
    plan: isLocked && planId === '' ? t`Please select a plan for locked content` : undefined,
    visibility:
      visibility === 'public' || visibility === 'private' ? undefined : t`Invalid visibility setting`,
  };
}

/** Whether there are no validation errors. */
export const canPost = (problems: DraftProblems): boolean =>
  Object.values(problems).every((text) => text === undefined);
