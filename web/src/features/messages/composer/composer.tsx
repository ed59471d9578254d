import { useLingui } from '@lingui/react/macro';
import { isBlankText, MESSAGE_MAX_LENGTH } from '@adda/contract/messages';
import { SendHorizontal } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type Dispatch,
  type KeyboardEvent,
  type RefObject,
  type SetStateAction,
} from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { isFocusLost } from '../../../ui/lost-focus.ts';
import { tryAgain } from '../../../ui/try-again.tsx';
import { prefetchedComponents } from '../prefetch.ts';
import type { ReadRecipients } from '../list/pending-bubble.tsx';
import { hasAttachment, emptyDraft, type Draft } from './attachments.ts';
import type { AllowedAttachments } from './allowed-attachments.ts';
import type { Mention } from './mention.ts';

export type ComposerProps = {
  /** The content of the input; the chat owns it, so that an unsent message can return to it. */
  draft: Draft;
  onDraft: Dispatch<SetStateAction<Draft>>;
  /**
   * Adds the draft to the outbox. Returns the reason if it is refused: the draft then stays in the input. Undefined
   * until the chat is open.
   */
  onSend: ((draft: Draft) => string | undefined) | undefined;
  onTyping: () => void;
  onTypingStopped: () => void;
  isConnected: boolean;
  /** Number of messages of this conversation that are pending. */
  waiting: number;
  input: RefObject<HTMLTextAreaElement | null>;
};

/** How a conversation configures the input. */
export type ComposerKind = {
  tools: AllowedAttachments;
  placeholder: string;
  /** The input is disabled while not connected (PC-23); otherwise messages wait. */
  needsConnection?: boolean;
  readNames?: ReadRecipients | undefined;
  mention?: Mention | undefined;
};

/** The counter is visible from this length. */
const COUNTER_FROM = MESSAGE_MAX_LENGTH - 200;

/** Placeholder of a lazily loaded button. */
const place = <span className="size-11 shrink-0" />;

/** The text can be sent without confirming the note. */
const nothing = () => null;

/** Reconnects; shown as an icon. */
const RECONNECT = '[data-reconnect]';

/**
 * When the input or Send is disabled while it has the focus, the focus moves to the reconnect button, and returns
 * afterwards unless the user moved it (PC-23).
 */
function useFocusBack(input: RefObject<HTMLTextAreaElement | null>, isDisabled: boolean): void {
  const hadFocus = useRef(false);
  useEffect(() => {
    if (isDisabled || !hadFocus.current) return;
    hadFocus.current = false;
    if (isFocusLost() || document.activeElement?.matches(RECONNECT)) input.current?.focus();
  }, [input, isDisabled]);
  useLayoutEffect(() => {
    if (!isDisabled || !document.activeElement?.matches(':disabled')) return;
    hadFocus.current = true;
    document.querySelector<HTMLElement>(RECONNECT)?.focus();
  }, [isDisabled]);
}

/** Validates the draft and sends it. */
function useSending({ draft, onDraft, onSend, onTypingStopped }: ComposerProps) {
  const { t } = useLingui();
  const [problem, setProblem] = useState<string>();
  // A user who pressed Enter before the chat was open need not press it again.
  const [isDue, setDue] = useState(false);
  const isTooLong = draft.text.length > MESSAGE_MAX_LENGTH;
  const clearProblem = () => {
    setProblem(undefined);
    setDue(false);
  };
  const send = () => {
    if (isBlankText(draft.text) && !hasAttachment(draft.attachments)) {
      return setProblem(t`Message or image required`);
    }
    if (isTooLong) return setProblem(t`This message is too long`);
    setDue(!onSend);
    if (!onSend) return setProblem(t`One moment…`);
    const refusal = onSend(draft);
    setProblem(refusal);
    if (refusal !== undefined) return;
    onTypingStopped();
    onDraft(emptyDraft);
  };
  const sendDue = useEffectEvent(() => {
    if (isDue) send();
  });
  const isOpen = onSend !== undefined;
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the chat opens outside of React, without a key press
    if (isOpen) sendDue();
  }, [isOpen]);
  return { problem, isTooLong, send, clearProblem };
}

/** The text of the input: changing it, and inserting text at the caret. */
export function useText({ onDraft, onTyping, onTypingStopped, input }: ComposerProps) {
  const setText = (text: string) => {
    onDraft((now) => ({ ...now, text }));
    if (text === '') onTypingStopped();
    else onTyping();
  };
  const insert = (piece: string) => {
    const area = input.current;
    if (!area) return;
    area.focus();
    const at = area.selectionStart;
    const { value } = area;
    setText(value.slice(0, at) + piece + value.slice(area.selectionEnd));
    queueMicrotask(() => area.setSelectionRange(at + piece.length, at + piece.length));
  };
  return { setText, insert };
}

type AboveInputProps = Pick<ComposerProps, 'draft' | 'onDraft' | 'isConnected' | 'waiting'> & {
  problem: string | undefined;
  names: readonly string[];
  onRemoved: () => void;
};

/** Notes about the draft, and its attachments. */
function AboveInput(props: AboveInputProps) {
  const { draft, onDraft, isConnected, waiting, problem, names, onRemoved } = props;
  const { attachments } = draft;
  return (
    <>
      {(problem !== undefined || names.length > 0 || waiting > 0) && (
        <LazyComponent component={prefetchedComponents.parts} failed={nothing}>
          {({ ComposerNotes }) => (
            <ComposerNotes problem={problem} names={names} isConnected={isConnected} waiting={waiting} />
          )}
        </LazyComponent>
      )}
      {hasAttachment(attachments) && (
        <LazyComponent component={prefetchedComponents.previews}>
          {({ AttachmentPreviews }) => (
            <AttachmentPreviews attachments={attachments} onDraft={onDraft} onRemoved={onRemoved} />
          )}
        </LazyComponent>
      )}
    </>
  );
}

/**
 * The message input (GC-14 to GC-18, PC-14). Enter sends, Shift+Enter inserts a line break. In rooms it also works
 * offline: messages wait in the outbox.
 */
export function Composer(props: ComposerProps & ComposerKind) {
  const { draft, onDraft, isConnected, input, mention } = props;
  const { t } = useLingui();
  const { problem, isTooLong, send, clearProblem } = useSending(props);
  const { setText, insert } = useText(props);
  const { text, attachments } = draft;
  const names = props.readNames?.(text, hasAttachment(attachments)) ?? [];
  const isDisabled = props.needsConnection === true && !isConnected;
  useFocusBack(input, isDisabled);
  const focusInput = () => input.current?.focus();
  const onKeyDown = (event: KeyboardEvent) => {
    if (mention?.takesKey(event)) return;
    // While an input method composes a word, Enter picks it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    // Not a form: dialogs and the emoji search are inside, and their Enter must not send.
    <div className="shrink-0 border-t border-line bg-surface px-1.5 pt-2 pb-[max(.5rem,env(safe-area-inset-bottom))] sm:px-3">
      <div className="relative mx-auto max-w-190">
        {mention?.suggestions}
        <AboveInput {...props} problem={problem} names={names} onRemoved={focusInput} />
        <div className="flex items-end gap-0.5 sm:gap-1">
          <LazyComponent component={prefetchedComponents.tools} fallback={place} failed={tryAgain}>
            {({ ComposerTools }) => (
              <ComposerTools
                {...props.tools}
                isDisabled={isDisabled}
                onDraft={(next) => {
                  clearProblem();
                  onDraft(next);
                }}
                onChosen={focusInput}
              />
            )}
          </LazyComponent>
          <textarea
            {...mention?.inputProps}
            ref={input}
            rows={1}
            value={text}
            aria-label={t`Message`}
            aria-invalid={isTooLong || undefined}
            disabled={isDisabled}
            placeholder={props.placeholder}
            enterKeyHint="send"
            onChange={(event) => {
              clearProblem();
              mention?.onCaret(event.target.selectionStart);
              setText(event.target.value);
            }}
            onSelect={(event) => mention?.onCaret(event.currentTarget.selectionStart)}
            onKeyDown={onKeyDown}
            className={classNames(
              'max-h-40 min-h-11 min-w-0 grow resize-none rounded-[1.4rem] border-2 px-3 py-2 text-ink placeholder:truncate placeholder:text-mute sm:px-4',
              // An overlay on an empty input must not make it higher.
              text === '' ? 'h-11' : 'field-sizing-content',
              names.length > 0 ? 'border-dashed border-rani bg-rani-wash' : 'border-transparent bg-raised',
              'aria-invalid:border-danger disabled:opacity-55',
            )}
          />
          <LazyComponent component={prefetchedComponents.parts} fallback={place} failed={tryAgain}>
            {({ EmojiButton }) => <EmojiButton onPick={insert} isDisabled={isDisabled} />}
          </LazyComponent>
          <IconButton
            tone="primary"
            label={t`Send`}
            disabled={isDisabled}
            onClick={send}
            icon={<SendHorizontal aria-hidden="true" className="size-5 rtl:-scale-x-100" />}
          />
        </div>
        {text.length >= COUNTER_FROM && (
          <LazyComponent component={prefetchedComponents.parts} failed={nothing}>
            {({ Counter }) => <Counter length={text.length} />}
          </LazyComponent>
        )}
      </div>
    </div>
  );
}
