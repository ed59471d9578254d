import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react';
import { isBlank, type Words } from './attachments.ts';
import { draft } from './draft.ts';

/** What is written in an input; the chat owns it, so that a message that was not sent can come back. */
export type Draft = {
  readonly words: Words;
  readonly setWords: Dispatch<SetStateAction<Words>>;
  /** Takes back what could not be sent; false where something else is written. */
  readonly onReturned: (words: Words) => boolean;
  /** Changes the text and goes to the input, once whatever was open is closed. */
  readonly rewrite: (change: (text: string) => string) => void;
  readonly input: RefObject<HTMLTextAreaElement | null>;
};

/** The words in an input, kept per conversation while the tab lives. */
export function useDraft(account: string, conversationId: string): Draft {
  const [words, setWords] = useState(() => draft.get(account, conversationId));
  const input = useRef<HTMLTextAreaElement>(null);
  const latest = useRef(words);
  useEffect(() => {
    latest.current = words;
    draft.set(account, conversationId, words);
  }, [account, conversationId, words]);
  const onReturned = useCallback((returned: Words): boolean => {
    if (!isBlank(latest.current)) return false;
    latest.current = returned;
    setWords(returned);
    return true;
  }, []);
  const rewrite = useCallback((change: (text: string) => string) => {
    setWords((now) => ({ ...now, text: change(now.text) }));
    // A dialog or menu that closes gives the focus back to where it was; this comes after.
    setTimeout(() => {
      const area = input.current;
      area?.focus();
      area?.setSelectionRange(area.value.length, area.value.length);
    });
  }, []);
  return { words, setWords, onReturned, rewrite, input };
}
