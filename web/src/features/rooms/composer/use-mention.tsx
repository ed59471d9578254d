import { useCallback, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import type { Mention } from '../../messages/index.ts';
import { prefetchedRoomComponents } from '../room-prefetch.ts';
import { TYPED_NAME } from './whisper.ts';
import type { CompletedText, KeyHandler } from './mention-suggestions.tsx';

/**
 * The name that is being typed, without its `@` and in lower case; undefined if the caret is anywhere else. At the start
 * of a message a name may make a whisper (GC-03, GC-57), anywhere else it mentions a member (MN-01).
 */
function partialName(text: string, caret: number): string | undefined {
  const name = TYPED_NAME.exec(text.slice(0, caret))?.[1];
  // Inside a longer word the rest of it would remain after the inserted name.
  const isWordOver = caret >= text.length || /^\s/.test(text.slice(caret));
  return isWordOver ? name?.toLowerCase() : undefined;
}

/** The state of the input for {@link useMention}. */
export type MentionInput = {
  groupId: string;
  account: string;
  text: string;
  onText: (text: string) => void;
  input: RefObject<HTMLTextAreaElement | null>;
};

/**
 * Suggests members while a name is typed (MN-02). Spread `inputProps` on the text box: it keeps the
 * focus and names the active option.
 */
export function useMention(given: MentionInput): Mention {
  const { groupId, account, text, onText, input } = given;
  const [caret, setCaret] = useState(text.length);
  // A restored draft opens no suggestions until the user types.
  const [dismissed, setDismissed] = useState<string | undefined>(text);
  if (dismissed !== undefined && dismissed !== text) setDismissed(undefined);
  const [ids, setIds] = useState<{ list: string; option: string }>();
  const keys = useRef<KeyHandler>(undefined);
  const onKeys = useCallback((handler: KeyHandler | undefined) => {
    keys.current = handler;
  }, []);
  const typed = partialName(text, caret);
  const isOpen = typed !== undefined && dismissed !== text;
  const pick = (next: CompletedText) => {
    onText(next.text);
    setCaret(next.caret);
    queueMicrotask(() => input.current?.setSelectionRange(next.caret, next.caret));
  };
  const suggestions: ReactNode = isOpen && (
    <LazyComponent component={prefetchedRoomComponents.parts}>
      {({ MentionSuggestions }) => (
        <MentionSuggestions
          groupId={groupId}
          account={account}
          text={text}
          caret={caret}
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
    /** Handles a key press; returns true if the list used it. */
    takesKey: (event: KeyboardEvent): boolean => keys.current?.(event) ?? false,
    onCaret: setCaret,
    // ARIA does not allow the role combobox for a multi-line text box; it allows these attributes.
    inputProps: {
      'aria-autocomplete': 'list',
      'aria-haspopup': ids && 'listbox',
      'aria-controls': ids?.list,
      'aria-activedescendant': ids?.option,
    },
  };
}
