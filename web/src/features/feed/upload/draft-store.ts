import { session } from '../../../platform/session.ts';
import { blankDraft, changeDraft, type DraftChange, type PostDraft } from './post-draft.ts';

/** State of an upload; `progress` is from 0 to 1. */
export type UploadState =
  | { readonly step: 'idle' }
  | { readonly step: 'uploading'; readonly progress: number }
  /** All bytes are sent, the response is pending. */
  | { readonly step: 'processing' }
  | { readonly step: 'done' }
  | { readonly step: 'failed'; readonly problem: string; readonly detail?: string | undefined };

/** Draft and upload state of an account; a new object on every change. */
export type Posting = { readonly draft: PostDraft; readonly state: UploadState };

const idle: UploadState = { step: 'idle' };
const postings = new Map<string, Posting>();
const running = new Map<string, AbortController>();
const listeners = new Set<() => void>();
const watched = new Map<string, number>();

function put(account: string, posting: Posting): void {
  postings.set(account, posting);
  for (const listener of listeners) listener();
}

function current(account: string): Posting {
  const kept = postings.get(account);
  if (kept) return kept;
  const blank = { draft: blankDraft(), state: idle };
  postings.set(account, blank);
  return blank;
}

// Drafts of one account are discarded when another one logs in.
session.subscribe(() => {
  const current = session.current()?.username ?? '';
  // A refreshed token is a change as well, of the same account.
  for (const key of postings.keys()) {
    if (key === current) continue;
    running.get(key)?.abort();
    running.delete(key);
    postings.delete(key);
  }
});

/**
 * Drafts and uploads by account. They are kept as long as the tab is open, so that closing a dialog loses
 * nothing and uploads continue. Cleared with the session.
 */
export const draftStore = {
  current,
  change(account: string, change: DraftChange): void {
    const { draft, state } = current(account);
    put(account, { draft: changeDraft(draft, change), state: state.step === 'failed' ? idle : state });
  },
  setState(account: string, state: UploadState): void {
    put(account, { ...current(account), state });
  },
  /** Resets the draft with a new key. `state` is set as given, so that a success can be shown. */
  clear(account: string, state: UploadState = idle): void {
    put(account, { draft: blankDraft(), state });
  },
  /** Begins a try; returns undefined while another is in progress. */
  begin(account: string): AbortController | undefined {
    if (running.has(account)) return undefined;
    const control = new AbortController();
    running.set(account, control);
    return control;
  },
  /** Ends a try, on success or failure. */
  end(account: string, control: AbortController): void {
    if (running.get(account) === control) running.delete(account);
  },
  /** Aborts a try; the draft is kept. */
  cancel(account: string): void {
    const control = running.get(account);
    if (!control) return;
    control.abort();
    running.delete(account);
    draftStore.setState(account, idle);
  },
  /**
   * Registers a form that shows the state, so that no toast is needed for the result. Returns the function that unregisters
   * it.
   */
  watch(account: string): () => void {
    const count = (by: number) => watched.set(account, (watched.get(account) ?? 0) + by);
    count(1);
    return () => {
      count(-1);
      // A result that was shown is not shown again; the draft is kept.
      const step = postings.get(account)?.state.step;
      if (step === 'done' || step === 'failed') draftStore.setState(account, idle);
    };
  },
  isWatched: (account: string): boolean => (watched.get(account) ?? 0) > 0,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
