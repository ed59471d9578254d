/** A post that is being written; texts as they are typed. */
export type PostDraft = {
  readonly file: File | undefined;
  readonly caption: string;
  readonly hashtags: string;
  readonly feeling: string;
  /** 'public' or 'private', as a control has it. */
  readonly visibility: string;
  readonly isLocked: boolean;
  /** The chosen plan; empty while there is none. */
  readonly planId: string;
  /** The same on every try, so that it is posted once. Another file is another post. */
  readonly uploadKey: string;
};

/** Made by the device; 36 characters. */
const uploadKey = (): string => crypto.randomUUID();

/** Nothing is written; with a key of its own. */
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

/** What may change of a draft. */
export type DraftChange = Partial<Omit<PostDraft, 'uploadKey'>>;

/** A draft after a change. */
export const changeDraft = (draft: PostDraft, change: DraftChange): PostDraft => ({
  ...draft,
  ...change,
  ...('file' in change && change.file !== draft.file && { uploadKey: uploadKey() }),
});

/** Whether there is nothing that could be lost. */
export const isBlankDraft = ({ file, caption, hashtags, feeling }: PostDraft): boolean =>
  file === undefined && [caption, hashtags, feeling].every((text) => text.trim() === '');

/** A draft as a form of `uploadFields`: what is empty stays out; a locked post is private (FE-15, FE-28, ME-06). */
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

/** As `uploadFields` of the contract has it. */
const LONGEST_NAME = 255;
