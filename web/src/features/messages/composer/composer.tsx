import { useLingui } from '@lingui/react/macro';
import { isBlankText, MESSAGE_MAX_LENGTH } from '@adda/contract/messages';
import { Check, SendHorizontal } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { isFocusLost } from '../../../ui/lost-focus.ts';
import { tryAgain } from '../../../ui/try-again.tsx';
import { prefetchedComponents } from '../prefetch.ts';
import { useIsWide } from './use-is-wide.ts';
import { hasAttachment, emptyDraft } from './attachments.ts';
import { staysInInput, type ComposerKind, type ComposerProps } from './composer-props.ts';
import type { ComposerToolsProps } from './composer-tools.tsx';

/** The counter is visible from this length. */
const COUNTER_FROM = MESSAGE_MAX_LENGTH - 200;

/** Placeholder of a lazily loaded button. */
const place = <span className="size-11 shrink-0" />;

/** The same for the buttons after the input. */
const places = <span className="h-11 w-22 shrink-0" />;

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
function useSending({ draft, onDraft, onSend, onTypingStopped, mode }: ComposerProps) {
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
    if (mode?.kind !== 'edit' && isBlankText(draft.text) && !hasAttachment(draft.attachments)) {
      return setProblem(t`Message or image required`);
    }
    if (isTooLong) return setProblem(t`This message is too long`);
    setDue(!onSend);
    if (!onSend) return setProblem(t`One moment…`);
    const refusal = onSend(draft);
    setProblem(refusal === staysInInput ? undefined : refusal);
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

type AboveInputProps = Pick<
  ComposerProps,
  'draft' | 'onDraft' | 'isConnected' | 'waiting' | 'mode' | 'refused' | 'problem'
> & {
  onRemoved: () => void;
  onLeave: () => void;
};

/** What the input is open for, notes about the draft, and its attachments. */
function AboveInput(props: AboveInputProps) {
  const { draft, onDraft, isConnected, waiting, problem, mode, refused, onRemoved, onLeave } = props;
  const { attachments } = draft;
  return (
    <>
      {(mode || refused) && (
        <LazyComponent component={prefetchedComponents.parts} failed={tryAgain}>
          {({ ComposerBars }) => <ComposerBars mode={mode} refused={refused} onLeave={onLeave} />}
        </LazyComponent>
      )}
      {(problem !== undefined || waiting > 0) && (
        <LazyComponent component={prefetchedComponents.parts} failed={nothing}>
          {({ ComposerNotes }) => (
            <ComposerNotes problem={problem} isConnected={isConnected} waiting={waiting} />
          )}
        </LazyComponent>
      )}
      {mode?.kind !== 'edit' && draft.text.includes('://') && (
        <LazyComponent component={prefetchedComponents.parts} failed={nothing}>
          {({ CardChoice }) => <CardChoice draft={draft} onDraft={onDraft} />}
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

function SendButton(props: { isEdit: boolean; isDisabled: boolean; onSend: () => void }) {
  const { t } = useLingui();
  const { isEdit, isDisabled, onSend } = props;
  const Icon = isEdit ? Check : SendHorizontal;
  return (
    <IconButton
      tone="primary"
      label={isEdit ? t`Save` : t`Send`}
      disabled={isDisabled}
      onClick={onSend}
      icon={<Icon aria-hidden="true" className={isEdit ? 'size-5' : 'size-5 rtl:-scale-x-100'} />}
    />
  );
}

function LazyTools(props: ComposerToolsProps) {
  const isWide = useIsWide();
  return (
    <LazyComponent
      component={prefetchedComponents.tools}
      fallback={
        <>
          {place}
          {props.hasVideo && isWide && place}
        </>
      }
      failed={tryAgain}
    >
      {({ ComposerTools }) => <ComposerTools {...props} />}
    </LazyComponent>
  );
}
/** The character count, near the limit. */
function LengthCounter({ length }: { length: number }) {
  return (
    length >= COUNTER_FROM && (
      <LazyComponent component={prefetchedComponents.parts} failed={nothing}>
        {({ Counter }) => <Counter length={length} />}
      </LazyComponent>
    )
  );
}

/** The look of the input. */
const lookOf = (text: string, isWhisper: boolean): string =>
  classNames(
    'max-h-40 min-h-11 min-w-0 grow resize-none rounded-[1.4rem] border-2 px-3 py-2 text-ink placeholder:truncate placeholder:text-mute sm:px-4',
    // An overlay on an empty input must not make it higher.
    text === '' ? 'h-11' : 'field-sizing-content',
    isWhisper ? 'border-dashed border-rani bg-rani-wash' : 'border-transparent bg-raised',
    'aria-invalid:border-danger disabled:opacity-55',
  );

/**
 * The message input (GC-14 to GC-18, PC-14). Enter sends, Shift+Enter inserts a line break. In rooms it also works
 * offline: messages wait in the outbox.
 */
export function Composer(props: ComposerProps & ComposerKind) {
  const { draft, onDraft, isConnected, input, mention, mode } = props;
  const { t } = useLingui();
  const { problem = props.problem, isTooLong, send, clearProblem } = useSending(props);
  // The panel of a recording takes the place of the input.
  const [isRecording, setRecording] = useState(false);
  const { setText, insert } = useText(props);
  const { text, attachments } = draft;
  const names = props.readNames?.(draft) ?? [];
  const isEdit = mode?.kind === 'edit';
  const isEmpty = text === '' && !hasAttachment(attachments);
  // An edit waits in the outbox.
  const isDisabled = props.needsConnection === true && !isConnected && !isEdit;
  useFocusBack(input, isDisabled);
  const focusInput = () => input.current?.focus();
  const leave = () => {
    clearProblem();
    props.onLeaveMode?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, the keys are its own.
    if (mention?.takesKey(event) || event.nativeEvent.isComposing || event.shiftKey) return;
    if (event.key === 'Enter') send();
    else if (event.key === 'Escape' && mode) leave();
    else if (event.key !== 'ArrowUp' || !isEmpty || mode || !props.onEditLast?.()) return;
    event.preventDefault();
  };

  return (
    // Not a form: dialogs and the emoji search are inside, and their Enter must not send.
    <div className="shrink-0 border-t border-line bg-surface px-1.5 pt-2 pb-[max(.5rem,env(safe-area-inset-bottom))] sm:px-3">
      <div className="relative mx-auto max-w-190">
        {props.audience}
        {mention?.suggestions}
        <AboveInput {...props} problem={problem} onRemoved={focusInput} onLeave={leave} />
        <div className="flex items-end gap-0.5 sm:gap-1">
          <div className={isRecording ? 'hidden' : 'contents'}>
            {!isEdit && (
              <LazyTools
                {...props.tools}
                isDisabled={isDisabled}
                onDraft={(next) => {
                  clearProblem();
                  onDraft(next);
                }}
                onChosen={focusInput}
              />
            )}
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
              className={lookOf(text, names.length > 0)}
            />
          </div>
          <LazyComponent component={prefetchedComponents.parts} fallback={places} failed={tryAgain}>
            {({ TextTools, Microphone }) => (
              <>
                {!isRecording && <TextTools {...{ input, setText, insert, isDisabled }} />}
                {(isRecording || (isEmpty && !isEdit)) && (
                  <Microphone {...props} isDisabled={isDisabled} onOpen={setRecording} />
                )}
              </>
            )}
          </LazyComponent>
          {!isRecording && <SendButton isEdit={isEdit} isDisabled={isDisabled} onSend={send} />}
        </div>
        <LengthCounter length={text.length} />
      </div>
    </div>
  );
}
