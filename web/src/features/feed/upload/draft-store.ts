import { session } from '../../../platform/session.ts';
import { blankDraft, changeDraft, type DraftChange, type PostDraft } from './post-draft.ts';
import type { UploadSurface } from './upload-surface.ts';

/** State of an upload; `progress` is from 0 to 1. */
export type UploadState =
  | { readonly step: 'idle' }
  | { readonly step: 'uploading'; readonly progress: number }
  /** All bytes are sent, the response is pending. */
  | { readonly step: 'processing' }
  | { readonly step: 'done' }
  | { readonly step: 'failed'; readonly problem: string; readonly detail?: string | undefined };

/** Draft and upload state of one form; a new object on every change. */
export type Posting = { readonly draft: PostDraft; readonly state: UploadState };

/** Key of a draft: the account and the form. */
export type PostingPlace = { readonly account: string; readonly surface: UploadSurface };

const idle: UploadState = { step: 'idle' };
const postings = new Map<string, Posting>();
const running = new Map<string, AbortController>();
const listeners = new Set<() => void>();
const watched = new Map<string, number>();

const keyOf = ({ account, surface }: PostingPlace): string => `${account}/${surface}`;

function put(place: PostingPlace, posting: Posting): void {
  postings.set(keyOf(place), posting);
  for (const listener of listeners) listener();
}

function current(place: PostingPlace): Posting {
  const kept = postings.get(keyOf(place));
  if (kept) return kept;
  const blank = { draft: blankDraft(), state: idle };
  postings.set(keyOf(place), blank);
  return blank;
}

// Drafts of one account are discarded when another one logs in.
session.subscribe(() => {
  const account = session.current()?.username ?? '';
  // A refreshed token is a change as well, of the same account.
  for (const key of postings.keys()) {
    if (key.startsWith(`${account}/`)) continue;
    running.get(key)?.abort();
    running.delete(key);
    postings.delete(key);
  }
});

/**
 * Drafts and uploads by account and form. They are kept as long as the tab is open, so that closing a dialog loses
 * nothing and uploads continue. Cleared with the session.
 */
export const draftStore = {
  current,
  change(place: PostingPlace, change: DraftChange): void {
    const { draft, state } = current(place);
    put(place, { draft: changeDraft(draft, change), state: state.step === 'failed' ? idle : state });
  },
  setState(place: PostingPlace, state: UploadState): void {
    put(place, { ...current(place), state });
  },
  /** Resets the draft with a new key. `state` is set as given, so that a success can be shown. */
  clear(place: PostingPlace, state: UploadState = idle): void {
    put(place, { draft: blankDraft(), state });
  },
  /** Begins a try; returns undefined while another is in progress. */
  begin(place: PostingPlace): AbortController | undefined {
    const key = keyOf(place);
    if (running.has(key)) return undefined;
    const control = new AbortController();
    running.set(key, control);
    return control;
  },
  /** Ends a try, on success or failure. */
  end(place: PostingPlace, control: AbortController): void {
    if (running.get(keyOf(place)) === control) running.delete(keyOf(place));
  },
  /** Aborts a try; the draft is kept. */
  cancel(place: PostingPlace): void {
    const control = running.get(keyOf(place));
    if (!control) return;
    control.abort();
    running.delete(keyOf(place));
    draftStore.setState(place, idle);
  },
  /**
   * Registers a form that shows the state, so that no toast is needed for the result. Returns the function that unregisters
   * it.
   */
  watch(place: PostingPlace): () => void {
    const key = keyOf(place);
    const count = (by: number) => watched.set(key, (watched.get(key) ?? 0) + by);
    count(1);
    return () => {
      count(-1);
      // A result that was shown is not shown again; the draft is kept.
      const step = postings.get(key)?.state.step;
      if (step === 'done' || step === 'failed') draftStore.setState(place, idle);
    };
  },
  isWatched: (place: PostingPlace): boolean => (watched.get(keyOf(place)) ?? 0) > 0,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
