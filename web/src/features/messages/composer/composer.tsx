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
import type { AboveInputProps } from './above-input.tsx';
import { hasAttachment, emptyDraft } from './attachments.ts';
import { staysInInput, type ComposerKind, type ComposerProps, type PicturesHold } from './composer-props.ts';
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
function useSending({ draft, onDraft, onSend, onTypingStopped, mode }: ComposerProps, hold: PicturesHold) {
  const { t } = useLingui();
  const [problem, setProblem] = useState<string>();
  const isEdit = mode?.kind === 'edit';
  // A user who pressed Enter before the chat was open, or before the pictures had arrived, need not press it again.
  const [isDue, setDue] = useState(false);
  const isTooLong = draft.text.length > MESSAGE_MAX_LENGTH;
  const clearProblem = () => {
    setProblem(undefined);
    setDue(false);
  };
  const isOpen = onSend !== undefined && (hold !== 'busy' || isEdit);
  const send = () => {
    if (hold === 'failed' && !isEdit)
      return setProblem(t`A picture didn't arrive. Try it again or remove it.`);
    if (!isEdit && !hold && isBlankText(draft.text) && !hasAttachment(draft.attachments)) {
      return setProblem(t`Message or image required`);
    }
    if (isTooLong) return setProblem(t`This message is too long`);
    setDue(!isOpen);
    if (!isOpen) return setProblem(t`One moment…`);
    const refusal = onSend(draft);
    setProblem(refusal === staysInInput ? undefined : refusal);
    if (refusal !== undefined) return;
    onTypingStopped();
    onDraft(emptyDraft);
  };
  const sendDue = useEffectEvent(() => {
    if (isDue) send();
  });
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

function LazyAboveInput(props: AboveInputProps) {
  return (
    <LazyComponent component={prefetchedComponents.parts} failed={nothing}>
      {({ AboveInput }) => <AboveInput {...props} />}
    </LazyComponent>
  );
}

type AfterInputProps = ComposerProps &
  Pick<ComposerKind, 'tools'> &
  ReturnType<typeof useText> & {
    isDisabled: boolean;
    isRecording: boolean;
    /** There is nothing in the input that could be sent. */
    isIdle: boolean;
    onOpen: (isOpen: boolean) => void;
  };

/** The buttons after the input, apart from the one that sends. */
function AfterInput(props: AfterInputProps) {
  const { isRecording, isIdle } = props;
  return (
    <LazyComponent component={prefetchedComponents.parts} fallback={places} failed={tryAgain}>
      {({ TextTools, Microphone }) => (
        <>
          {!isRecording && <TextTools {...props} />}
          {(isRecording || isIdle) && <Microphone {...props} />}
        </>
      )}
    </LazyComponent>
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

/** Handles the keys of the input: Enter sends, Escape leaves what it is open for, and arrow up edits the last message. */
const keyHandler =
  (given: ComposerProps & ComposerKind & { isEmpty: boolean; send: () => void; leave: () => void }) =>
  (event: KeyboardEvent) => {
    const { mention, mode, isEmpty, onEditLast, send, leave } = given;
    // While an input method composes a word, the keys are its own.
    if (mention?.takesKey(event) || event.nativeEvent.isComposing || event.shiftKey) return;
    if (event.key === 'Enter') send();
    else if (event.key === 'Escape' && mode) leave();
    else if (event.key !== 'ArrowUp' || !isEmpty || mode || !onEditLast?.()) return;
    event.preventDefault();
  };

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
  const [hold, setHold] = useState<PicturesHold>();
  const { problem = props.problem, isTooLong, send, clearProblem } = useSending(props, hold);
  // The panel of a recording takes the place of the input.
  const [isRecording, setRecording] = useState(false);
  const { setText, insert } = useText(props);
  const { text, attachments } = draft;
  const names = props.readNames?.(draft) ?? [];
  const isEdit = mode?.kind === 'edit';
  const isEmpty = text === '' && !hasAttachment(attachments) && !hold;
  // An edit waits in the outbox.
  const isDisabled = props.needsConnection === true && !isConnected && !isEdit;
  useFocusBack(input, isDisabled);
  const focusInput = () => input.current?.focus();
  const leave = () => {
    clearProblem();
    props.onLeaveMode?.();
  };
  const onKeyDown = keyHandler({ ...props, isEmpty, send, leave });

  return (
    // Not a form: dialogs and the emoji search are inside, and their Enter must not send.
    <div className="shrink-0 border-t border-line bg-surface px-1.5 pt-2 pb-[max(.5rem,env(safe-area-inset-bottom))] sm:px-3">
      <div className="relative mx-auto max-w-190">
        {props.audience}
        {mention?.suggestions}
        <LazyAboveInput
          {...props}
          {...{ problem, isDisabled, isRecording }}
          onHold={setHold}
          onRemoved={focusInput}
          onLeave={leave}
        />
        <div className="flex items-end gap-0.5 sm:gap-1">
          <div className={isRecording ? 'hidden' : 'contents'}>
            {!isEdit && (
              <LazyTools
                {...props.tools}
                recordingKey={props.recordingKey}
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
          <AfterInput
            {...props}
            {...{ setText, insert, isDisabled, isRecording }}
            isIdle={isEmpty && !isEdit}
            onOpen={setRecording}
          />
          {!isRecording && <SendButton isEdit={isEdit} isDisabled={isDisabled} onSend={send} />}
        </div>
        <LengthCounter length={text.length} />
      </div>
    </div>
  );
}
