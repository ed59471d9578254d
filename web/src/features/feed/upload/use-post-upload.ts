import { UPLOAD_CLOSE_MS } from '@adda/contract/feed/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { useQuietClose } from '../../../ui/use-quiet-close.ts';
import { draftStore, type Posting } from './draft-store.ts';
import type { DraftChange } from './post-draft.ts';
import { sendPost } from './send-post.ts';
import { draftProblems, mayPost, type DraftProblems, type UploadSurface } from './upload-surface.ts';

/** A form that posts, as its view sees it. */
export type PostUpload = Posting & {
  readonly surface: UploadSurface;
  /** It is on its way. */
  readonly isSending: boolean;
  /** What stood in the way at the last try. */
  readonly problems: DraftProblems;
  readonly change: (change: DraftChange) => void;
  /** Posts, unless something stands in the way. */
  readonly submit: () => void;
  /** Stops what is on its way; nothing written is lost. */
  readonly cancel: () => void;
  /** Throws away what is written. */
  readonly discard: () => void;
};

const noProblems: DraftProblems = {};

/** For what holds the controls of a form: the first bad one has the focus after a try. */
export function useFirstBad<Holder extends HTMLElement>(problems: DraftProblems): RefObject<Holder | null> {
  const holder = useRef<Holder>(null);
  useEffect(() => {
    if (mayPost(problems)) return;
    holder.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  }, [problems]);
  return holder;
}

/**
 * One form that posts: what is written there by this person, how far it is, and what can be done. What is written outlives
 * the form. `onDone` is called once a success has been shown for its time.
 */
export function usePostUpload(surface: UploadSurface, onDone?: () => void): PostUpload {
  const client = useQueryClient();
  const account = useSession()?.username ?? '';
  const place = useMemo(() => ({ account, surface }), [account, surface]);
  const posting = useSyncExternalStore(draftStore.subscribe, () => draftStore.current(place));
  const [problems, setProblems] = useState(noProblems);
  const { step } = posting.state;
  useEffect(() => draftStore.watch(place), [place]);
  useQuietClose(step === 'done', UPLOAD_CLOSE_MS, () => {
    draftStore.setState(place, { step: 'idle' });
    onDone?.();
  });
  return {
    ...posting,
    surface,
    isSending: step === 'uploading' || step === 'processing',
    problems,
    change(change) {
      setProblems(noProblems);
      draftStore.change(place, change);
    },
    submit() {
      const found = draftProblems(surface, posting.draft);
      setProblems(found);
      if (mayPost(found)) void sendPost(client, place);
    },
    cancel: () => draftStore.cancel(place),
    discard() {
      setProblems(noProblems);
      draftStore.clear(place);
    },
  };
}
