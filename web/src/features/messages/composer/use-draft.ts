import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type Dispatch,
  type RefObject,
  type SetStateAction,
} from 'react';
import {
  isBlank,
  type Addressing,
  type Draft,
  type Editing,
  hasAttachment,
  emptyDraft,
  noAttachments,
  type Attachments,
} from './attachments.ts';
import { userStorageKey } from '../../../platform/user-storage.ts';

const keyOf = (account: string, conversationId: string): string =>
  userStorageKey('draft', account, conversationId);

/** Reads what `put` stored; undefined if nothing is stored. */
function read<Stored extends object>(key: string): Partial<Stored> | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof stored === 'object' && stored !== null ? stored : undefined;
  } catch {
    return undefined;
  }
}

function put(key: string, value: string | object | undefined): void {
  if (value === undefined || value === '') sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
}

/** What a conversation's input contains: the unsent draft, and an edit beside it. */
type InputContent = { readonly draft: Draft; readonly editing: Editing | undefined };

/** The content of an input; kept for the lifetime of the tab, until logout. */
const draftStorage = {
  get(account: string, conversationId: string): InputContent {
    const key = keyOf(account, conversationId);
    const editing = read<Editing>(`${key}/edit`);
    return {
      draft: {
        text: sessionStorage.getItem(key) ?? emptyDraft.text,
        attachments: read<Attachments>(`${key}/attachments`) ?? noAttachments,
        ...read<Addressing>(`${key}/addressing`),
      },
      editing: editing?.target && { text: '', ...editing, target: editing.target },
    };
  },
  set(account: string, conversationId: string, { draft, editing }: InputContent): void {
    const key = keyOf(account, conversationId);
    const { text, attachments, replyTo, audience, noPreview } = draft;
    put(key, text);
    put(`${key}/attachments`, hasAttachment(attachments) ? attachments : undefined);
    put(`${key}/addressing`, replyTo || audience || noPreview ? { replyTo, audience, noPreview } : undefined);
    put(`${key}/edit`, editing);
  },
};

/** The content of an input; the chat owns it, so that an unsent message can return to it. */
export type DraftState = {
  readonly draft: Draft;
  readonly setDraft: Dispatch<SetStateAction<Draft>>;
  /** An edit that is in the input instead of the draft, which comes back afterwards (ED-05). */
  readonly editing: Editing | undefined;
  readonly setEditing: Dispatch<SetStateAction<Editing | undefined>>;
  /** Puts back an unsent message; returns false if the input has other content. */
  readonly onReturned: (draft: Draft) => boolean;
  /** Changes the text and focuses the input, after an open dialog or menu is closed. */
  readonly rewrite: (change: (text: string) => string) => void;
  readonly input: RefObject<HTMLTextAreaElement | null>;
};

/** The draft of an input, kept per conversation for the lifetime of the tab. */
export function useDraft(account: string, conversationId: string): DraftState {
  const [stored] = useState(() => draftStorage.get(account, conversationId));
  const [draft, setDraft] = useState(stored.draft);
  const [editing, setEditing] = useState(stored.editing);
  const input = useRef<HTMLTextAreaElement>(null);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
    draftStorage.set(account, conversationId, { draft, editing });
  }, [account, conversationId, draft, editing]);
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
  return { draft, setDraft, editing, setEditing, onReturned, rewrite, input };
}
