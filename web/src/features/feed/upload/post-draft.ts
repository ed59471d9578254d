/** Draft of a post; texts as typed. */
export type PostDraft = {
  readonly file: File | undefined;
  readonly caption: string;
  readonly hashtags: string;
  readonly feeling: string;
  /** 'public' or 'private', as the form control has it. */
  readonly visibility: string;
  readonly isLocked: boolean;
  /** The selected plan; empty while there is none. */
  readonly planId: string;
  /** The same on every retry, so that it is posted once. A new file gets a new key. */
  readonly uploadKey: string;
};

/** Generated on the client; 36 characters. */
const uploadKey = (): string => crypto.randomUUID();

/** Returns an empty draft with a new key. */
export const blankDraft = (): PostDraft => ({
  file: undefined,
  caption: '',
  hashtags: '',
  feeling: '',
  visibility: 'public',
  isLocked: false,
  planId: '',
  uploadKey: uploadKey(),
});

/** Editable properties of a draft. */
export type DraftChange = Partial<Omit<PostDraft, 'uploadKey'>>;

/** Returns the draft with a change applied. */
export const changeDraft = (draft: PostDraft, change: DraftChange): PostDraft => ({
  ...draft,
  ...change,
  ...('file' in change && change.file !== draft.file && { uploadKey: uploadKey() }),
});

/** Whether the draft has nothing that could be lost. */
export const isBlankDraft = ({ file, caption, hashtags, feeling }: PostDraft): boolean =>
  file === undefined && [caption, hashtags, feeling].every((text) => text.trim() === '');

/**
 * Returns the form fields of a draft as `uploadFields` defines them: without empty ones; a locked post is private (FE-15,
 * FE-28, ME-06).
 */
export function formFieldsOf(draft: PostDraft): Readonly<Record<string, string>> {
  const { file, isLocked } = draft;
  const fields = {
    is_locked: String(isLocked),
    visibility: isLocked ? 'private' : draft.visibility,
    plan_id: isLocked ? draft.planId : '',
    caption: draft.caption.trim(),
    hashtags: draft.hashtags.trim(),
    feeling: draft.feeling.trim(),
    upload_key: draft.uploadKey,
    filename: file?.name.slice(0, LONGEST_NAME) ?? '',
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

/** Maximum of `filename` in `uploadFields` of the contract. */
const LONGEST_NAME = 255;
