import { useLingui } from '@lingui/react/macro';
import { isBlankText, MESSAGE_MAX_LENGTH } from '@adda/contract/messages';
import { SendHorizontal } from 'lucide-react';
import { useState, type Dispatch, type KeyboardEvent, type RefObject, type SetStateAction } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Part } from '../../../ui/lazy-part.tsx';
import { earlyParts } from '../early-parts.ts';
import { hasAttachment, noWords, type Words } from './attachments.ts';
import { ComposerNotes, Counter } from './composer-notes.tsx';
import { ComposerTools, useIsWide } from './composer-tools.tsx';
import { EmojiButton } from './emoji-button.tsx';
import { useMention } from './use-mention.tsx';
import { whisperNames } from './whisper.ts';

/** Props of {@link Composer}. */
export type ComposerProps = {
  groupId: string;
  account: string;
  /** What is in the input; the room owns it, so that a message that was not sent can come back. */
  words: Words;
  onWords: Dispatch<SetStateAction<Words>>;
  /** Takes the words over; the outbox has them then. Undefined for the moment until the room is open. */
  onSend: ((words: Words) => void) | undefined;
  onTyping: () => void;
  onTypingStopped: () => void;
  isConnected: boolean;
  /** Messages of this room that are on their way. */
  waiting: number;
  input: RefObject<HTMLTextAreaElement | null>;
};

/** What is wrong with the words, if anything, and sending them. */
function useSending({ words, onWords, onSend, onTypingStopped }: ComposerProps) {
  const { t } = useLingui();
  const [problem, setProblem] = useState<string>();
  const isTooLong = words.text.length > MESSAGE_MAX_LENGTH;
  const send = () => {
    if (isBlankText(words.text) && !hasAttachment(words.attachments)) {
      return setProblem(t`Message or image required`);
    }
    if (isTooLong) return setProblem(t`This message is too long`);
    if (!onSend) return setProblem(t`One moment…`);
    setProblem(undefined);
    onTypingStopped();
    onSend(words);
    onWords(noWords);
  };
  return { problem, isTooLong, send, forgetProblem: () => setProblem(undefined) };
}

/** The text of the input: changing it, and putting something in at the caret. */
function useText({ onWords, onTyping, onTypingStopped, input }: ComposerProps) {
  const setText = (text: string) => {
    onWords((now) => ({ ...now, text }));
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

/**
 * The message input (GC-14 to GC-18). Enter sends, Shift+Enter starts a line; it works offline too: what is sent waits
 * then.
 */
export function Composer(props: ComposerProps) {
  const { groupId, account, words, onWords, isConnected, waiting, input } = props;
  const { t } = useLingui();
  const { problem, isTooLong, send, forgetProblem } = useSending(props);
  const { setText, insert } = useText(props);
  const { text, attachments } = words;
  const mention = useMention({ groupId, account, text, onText: setText, input });
  const names = whisperNames(text, hasAttachment(attachments));
  const isWide = useIsWide();
  const focusInput = () => input.current?.focus();
  const onKeyDown = (event: KeyboardEvent) => {
    if (mention.takesKey(event)) return;
    // While an input method composes a word, Enter picks it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    // No form: dialogs and the emoji search stand in here, and their Enter must not send.
    <div className="shrink-0 border-t border-line bg-surface px-1.5 pt-2 pb-[max(.5rem,env(safe-area-inset-bottom))] sm:px-3">
      <div className="relative mx-auto max-w-190">
        {mention.suggestions}
        <ComposerNotes problem={problem} names={names} isConnected={isConnected} waiting={waiting} />
        {hasAttachment(attachments) && (
          <Part part={earlyParts.previews}>
            {({ AttachmentPreviews }) => (
              <AttachmentPreviews attachments={attachments} onWords={onWords} onRemoved={focusInput} />
            )}
          </Part>
        )}
        <div className="flex items-end gap-0.5 sm:gap-1">
          <ComposerTools
            onWords={(next) => {
              forgetProblem();
              onWords(next);
            }}
            onChosen={focusInput}
          />
          <textarea
            {...mention.inputProps}
            ref={input}
            rows={1}
            value={text}
            aria-label={t`Message`}
            aria-invalid={isTooLong || undefined}
            placeholder={isWide ? t`Say something or whisper @username` : t`Chat or @username`}
            enterKeyHint="send"
            onChange={(event) => {
              forgetProblem();
              mention.onCaret(event.target.selectionStart);
              setText(event.target.value);
            }}
            onSelect={(event) => mention.onCaret(event.currentTarget.selectionStart)}
            onKeyDown={onKeyDown}
            className={classNames(
              'max-h-40 min-h-11 min-w-0 grow resize-none rounded-[1.4rem] border-2 px-3 py-2 text-ink placeholder:truncate placeholder:text-mute sm:px-4',
              // What stands in an empty box must not make it higher.
              text === '' ? 'h-11' : 'field-sizing-content',
              names.length > 0 ? 'border-dashed border-rani bg-rani-wash' : 'border-transparent bg-raised',
              'aria-invalid:border-danger',
            )}
          />
          <EmojiButton onPick={insert} />
          <IconButton
            tone="primary"
            label={t`Send`}
            onClick={send}
            icon={<SendHorizontal aria-hidden="true" className="size-5 rtl:-scale-x-100" />}
          />
        </div>
        <Counter length={text.length} />
      </div>
    </div>
  );
}
