import { UPLOAD_MAX_BYTES } from '@adda/contract/feed/limits';
import { t } from '@lingui/core/macro';
import { mediaKindOf } from './media-kinds.ts';
import type { PostDraft } from './post-draft.ts';

/** Returns the validation error of a chosen file (FE-23, FE-24), or undefined. 1 MB is 1,048,576 bytes. */
export function fileProblem(file: File): string | undefined {
  if (!mediaKindOf(file)) return t`Choose a photo (JPEG, PNG, GIF, WebP) or a video (MP4, MOV, AVI).`;
  return file.size > UPLOAD_MAX_BYTES ? t`File size exceeds 50MB limit` : undefined;
}

/** Fields of the form that can have a validation error. */
export type DraftPart = 'file' | 'plan' | 'visibility';

/** Validation errors by field. */
export type DraftProblems = { readonly [K in DraftPart]?: string | undefined };

/** A caption alone is enough, unless the post is locked. */
function missingFile({ file, caption, isLocked }: PostDraft): string | undefined {
  if (file) return fileProblem(file);
  if (isLocked) return t`Please select a file`;
  return caption.trim() === '' ? t`Please provide a file or caption` : undefined;
}

/** Returns the validation errors of a draft (FE-19 to FE-21, FE-26, HM-14). */
export function draftProblems(draft: PostDraft): DraftProblems {
  const { isLocked, planId, visibility } = draft;
  return {
    file: missingFile(draft),
    plan: isLocked && planId === '' ? t`Please select a plan for locked content` : undefined,
    visibility:
      visibility === 'public' || visibility === 'private' ? undefined : t`Invalid visibility setting`,
  };
}

/** Whether there are no validation errors. */
export const canPost = (problems: DraftProblems): boolean =>
  Object.values(problems).every((text) => text === undefined);
