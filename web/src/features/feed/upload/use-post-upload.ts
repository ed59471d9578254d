import { UPLOAD_CLOSE_MS } from '@adda/contract/feed/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { useAutoClose } from '../../../ui/use-quiet-close.ts';
import { draftStore, type Posting } from './draft-store.ts';
import type { DraftChange } from './post-draft.ts';
import { sendPost } from './send-post.ts';
import { draftProblems, canPost, type DraftProblems } from './post-checks.ts';

/** State and actions of a form that posts. */
export type PostUpload = Posting & {
  /** The upload is in progress. */
  readonly isSending: boolean;
  /** Validation errors of the last try. */
  readonly problems: DraftProblems;
  readonly change: (change: DraftChange) => void;
  /** Validates the draft and sends it. */
  readonly submit: () => void;
  /** Aborts the upload; the draft is kept. */
  readonly cancel: () => void;
  /** Discards the draft. */
  readonly discard: () => void;
};

const noProblems: DraftProblems = {};

/** Returns a ref for the container of a form's controls: the first invalid one is focused after a try. */
export function useFocusFirstInvalid<Holder extends HTMLElement>(
  problems: DraftProblems,
): RefObject<Holder | null> {
  const holder = useRef<Holder>(null);
  useEffect(() => {
    if (canPost(problems)) return;
    holder.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  }, [problems]);
  return holder;
}

/**
 * State and actions of the form that posts. The draft of the account outlives the form. `onDone` is called after a success
 * has been shown for its time.
 */
export function usePostUpload(onDone?: () => void): PostUpload {
  const client = useQueryClient();
  const account = useSession()?.username ?? '';
  const posting = useSyncExternalStore(draftStore.subscribe, () => draftStore.current(account));
  const [problems, setProblems] = useState(noProblems);
  const { step } = posting.state;
  useEffect(() => draftStore.watch(account), [account]);
  useAutoClose(step === 'done', UPLOAD_CLOSE_MS, () => {
    draftStore.setState(account, { step: 'idle' });
    onDone?.();
  });
  return {
    ...posting,
    isSending: step === 'uploading' || step === 'processing',
    problems,
    change(change) {
      setProblems(noProblems);
      draftStore.change(account, change);
    },
    submit() {
      const found = draftProblems(posting.draft);
      setProblems(found);
      if (canPost(found)) void sendPost(client, account);
    },
    cancel: () => draftStore.cancel(account),
    discard() {
      setProblems(noProblems);
      draftStore.clear(account);
    },
  };
}
