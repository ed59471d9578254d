import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react';
import { isBlank, type Draft } from './attachments.ts';
import { draftStorage } from './draft-storage.ts';

/** The content of an input; the chat owns it, so that an unsent message can return to it. */
export type DraftState = {
  readonly draft: Draft;
  readonly setDraft: Dispatch<SetStateAction<Draft>>;
  /** Puts back an unsent message; returns false if the input has other content. */
  readonly onReturned: (draft: Draft) => boolean;
  /** Changes the text and focuses the input, after an open dialog or menu is closed. */
  readonly rewrite: (change: (text: string) => string) => void;
  readonly input: RefObject<HTMLTextAreaElement | null>;
};

/** The draft of an input, kept per conversation for the lifetime of the tab. */
export function useDraft(account: string, conversationId: string): DraftState {
  const [draft, setDraft] = useState(() => draftStorage.get(account, conversationId));
  const input = useRef<HTMLTextAreaElement>(null);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
    draftStorage.set(account, conversationId, draft);
  }, [account, conversationId, draft]);
  const onReturned = useCallback((returned: Draft): boolean => {
    if (!isBlank(latest.current)) return false;
    latest.current = returned;
    setDraft(returned);
    return true;
  }, []);
  const rewrite = useCallback((change: (text: string) => string) => {
    setDraft((now) => ({ ...now, text: change(now.text) }));
    // A dialog or menu that closes returns the focus to its button; this runs afterwards.
    setTimeout(() => {
      const area = input.current;
      area?.focus();
      area?.setSelectionRange(area.value.length, area.value.length);
    });
  }, []);
  return { draft, setDraft, onReturned, rewrite, input };
}
