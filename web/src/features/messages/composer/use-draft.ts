import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react';
import { isBlank, type Draft, hasAttachment, emptyDraft, type Attachments } from './attachments.ts';
import { userStorageKey } from '../../../platform/user-storage.ts';

const keyOf = (account: string, conversationId: string): string =>
  userStorageKey('draft', account, conversationId);
const attachmentsKey = (account: string, conversationId: string): string =>
  `${keyOf(account, conversationId)}/attachments`;

function put(key: string, value: string): void {
  if (value === '') sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, value);
}

function storedAttachments(text: string | null): Attachments {
  if (text === null) return {};
  try {
    const stored: unknown = JSON.parse(text);
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

/** The unsent draft of a conversation; kept for the lifetime of the tab, until logout. */
const draftStorage = {
  get(account: string, conversationId: string): Draft {
    const text = sessionStorage.getItem(keyOf(account, conversationId)) ?? emptyDraft.text;
    const attachments = storedAttachments(sessionStorage.getItem(attachmentsKey(account, conversationId)));
    return { text, attachments };
  },
  set(account: string, conversationId: string, { text, attachments }: Draft): void {
    put(keyOf(account, conversationId), text);
    put(
      attachmentsKey(account, conversationId),
      hasAttachment(attachments) ? JSON.stringify(attachments) : '',
    );
  },
};

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
