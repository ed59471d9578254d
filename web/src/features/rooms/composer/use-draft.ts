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
import { startWhisper } from './start-whisper.ts';

/** What is written in a room's input; the room owns it, so that a message that was not sent can come back. */
export type Draft = {
  readonly words: Words;
  readonly setWords: Dispatch<SetStateAction<Words>>;
  /** Takes back what could not be sent; false where something else is written. */
  readonly onReturned: (words: Words) => boolean;
  /** Begins a whisper to `name` and goes to the input, once whatever was open is closed. */
  readonly whisperTo: (name: string) => void;
  readonly input: RefObject<HTMLTextAreaElement | null>;
};

/** The words in a room's input, kept per room while the tab lives. */
export function useDraft(account: string, groupId: string): Draft {
  const [words, setWords] = useState(() => draft.get(account, groupId));
  const input = useRef<HTMLTextAreaElement>(null);
  const latest = useRef(words);
  useEffect(() => {
    latest.current = words;
    draft.set(account, groupId, words);
  }, [account, groupId, words]);
  const onReturned = useCallback((returned: Words): boolean => {
    if (!isBlank(latest.current)) return false;
    latest.current = returned;
    setWords(returned);
    return true;
  }, []);
  const whisperTo = useCallback((name: string) => {
    setWords((now) => ({ ...now, text: startWhisper(now.text, name) }));
    // A dialog or menu that closes gives the focus back to where it was; this comes after.
    setTimeout(() => {
      const area = input.current;
      area?.focus();
      area?.setSelectionRange(area.value.length, area.value.length);
    });
  }, []);
  return { words, setWords, onReturned, whisperTo, input };
}
