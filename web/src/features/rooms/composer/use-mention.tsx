import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import type { Mention } from '../../messages/index.ts';
import { roomParts } from '../room-early-parts.ts';
import type { KeyHandler } from './mention-suggestions.tsx';
import { typedName, withName } from './mention.ts';

/** What {@link useMention} is told about the input. */
export type MentionInput = {
  groupId: string;
  account: string;
  text: string;
  onText: (text: string) => void;
  input: RefObject<HTMLTextAreaElement | null>;
};

/**
 * Suggests members while a name is typed at the beginning of a message. `inputProps` belong on the text box: it keeps
 * the focus and says which name is marked.
 */
export function useMention(given: MentionInput): Mention {
  const { groupId, account, text, onText, input } = given;
  const [caret, setCaret] = useState(text.length);
  // What was there before anybody typed asks for nothing.
  const [dismissed, setDismissed] = useState<string | undefined>(text);
  if (dismissed !== undefined && dismissed !== text) setDismissed(undefined);
  const [ids, setIds] = useState<{ list: string; option: string }>();
  const keys = useRef<KeyHandler>(undefined);
  const onKeys = useCallback((handler: KeyHandler | undefined) => {
    keys.current = handler;
  }, []);
  const typed = typedName(text, caret);
  const isOpen = typed !== undefined && dismissed !== text;
  const pick = (name: string) => {
    const next = withName(text, caret, name);
    onText(next.text);
    setCaret(next.caret);
    queueMicrotask(() => input.current?.setSelectionRange(next.caret, next.caret));
  };
  const suggestions: ReactNode = isOpen && (
    <LazyComponent component={roomParts.suggestions}>
      {({ MentionSuggestions }) => (
        <MentionSuggestions
          groupId={groupId}
          account={account}
          typed={typed}
          onPick={pick}
          onDismiss={() => setDismissed(text)}
          onKeys={onKeys}
          onMarked={setIds}
        />
      )}
    </LazyComponent>
  );
  return {
    suggestions,
    /** Offers a key to the list; true when it took it. */
    takesKey: (event: KeyboardEvent): boolean => keys.current?.(event) ?? false,
    onCaret: setCaret,
    // A text box of several lines is no combobox in ARIA; these it may have.
    inputProps: {
      'aria-autocomplete': 'list',
      'aria-haspopup': ids && 'listbox',
      'aria-controls': ids?.list,
      'aria-activedescendant': ids?.option,
    },
  };
}
