import { session } from '../../../platform/session.ts';
import { blankDraft, changeDraft, type DraftChange, type PostDraft } from './post-draft.ts';
import type { UploadSurface } from './upload-surface.ts';

/** How far a post is; `progress` goes from 0 to 1. */
export type UploadState =
  | { readonly step: 'idle' }
  | { readonly step: 'uploading'; readonly progress: number }
  /** Everything is on the server, which has not answered yet. */
  | { readonly step: 'processing' }
  | { readonly step: 'done' }
  | { readonly step: 'failed'; readonly problem: string; readonly detail?: string | undefined };

/** What somebody writes in one form and how far it is; the same object until it changes. */
export type Posting = { readonly draft: PostDraft; readonly state: UploadState };

/** Whose posting it is and in which form. */
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

// Nothing of whoever was here stays for the next person.
session.subscribe(() => {
  const account = session.current()?.username ?? '';
  // A refreshed token is a change as well, of the same person.
  for (const key of postings.keys()) {
    if (key.startsWith(`${account}/`)) continue;
    running.get(key)?.abort();
    running.delete(key);
    postings.delete(key);
  }
});

/**
 * What is being written, for each person and form. It lives as long as the tab, so closing a dialog loses nothing, and
 * what is on its way goes on. Ends with the session.
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
  /** Starts anew with a new key. `state` stays as told, so that a success can be shown. */
  clear(place: PostingPlace, state: UploadState = idle): void {
    put(place, { draft: blankDraft(), state });
  },
  /** Begins a try; undefined while another is under way. */
  begin(place: PostingPlace): AbortController | undefined {
    const key = keyOf(place);
    if (running.has(key)) return undefined;
    const control = new AbortController();
    running.set(key, control);
    return control;
  },
  /** The try is over, whichever way. */
  end(place: PostingPlace, control: AbortController): void {
    if (running.get(keyOf(place)) === control) running.delete(keyOf(place));
  },
  /** Stops a try; what is written stays. */
  cancel(place: PostingPlace): void {
    const control = running.get(keyOf(place));
    if (!control) return;
    control.abort();
    running.delete(keyOf(place));
    draftStore.setState(place, idle);
  },
  /** A form shows it, so nobody else need say how it ends. Returns how to say that it does no more. */
  watch(place: PostingPlace): () => void {
    const key = keyOf(place);
    const count = (by: number) => watched.set(key, (watched.get(key) ?? 0) + by);
    count(1);
    return () => {
      count(-1);
      // How it ended was seen and is not shown again; what is written stays.
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
