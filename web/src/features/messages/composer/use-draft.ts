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

/** What is written in an input; the chat owns it, so that a message that was not sent can come back. */
export type DraftState = {
  readonly draft: Draft;
  readonly setDraft: Dispatch<SetStateAction<Draft>>;
  /** Takes back what could not be sent; false where something else is written. */
  readonly onReturned: (draft: Draft) => boolean;
  /** Changes the text and goes to the input, once whatever was open is closed. */
  readonly rewrite: (change: (text: string) => string) => void;
  readonly input: RefObject<HTMLTextAreaElement | null>;
};

/** The words in an input, kept per conversation while the tab lives. */
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
    // A dialog or menu that closes gives the focus back to where it was; this comes after.
    setTimeout(() => {
      const area = input.current;
      area?.focus();
      area?.setSelectionRange(area.value.length, area.value.length);
    });
  }, []);
  return { draft, setDraft, onReturned, rewrite, input };
}
