import { Trans, useLingui } from '@lingui/react/macro';
import { shownName } from '@adda/contract/accounts';
import { MESSAGE_MAX_LENGTH } from '@adda/contract/messages';
import { LockKeyhole, SendHorizontal } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { draft } from './draft.ts';
import { whisperNames } from './whisper.ts';

/** The counter shows from here on. */
const COUNTER_FROM = MESSAGE_MAX_LENGTH - 200;

/** So many messages may wait for their second before the person is asked for patience (GC-55). */
const PATIENCE_FROM = 3;

/** Props of {@link Composer}. */
export type ComposerProps = {
  /** The text in the input; the room owns it, so that a message that was not sent can come back. */
  text: string;
  onText: (text: string) => void;
  /** Takes the text over; the outbox has it then. */
  onSend: (text: string) => void;
  onTyping: () => void;
  onTypingStopped: () => void;
  isConnected: boolean;
  /** Messages of this room that are on their way. */
  waiting: number;
  inputRef: Ref<HTMLTextAreaElement>;
};

/** The text of a room's input, kept per room while the tab lives. */
export function useDraft(account: string, groupId: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => draft.get(account, groupId));
  useEffect(() => draft.set(account, groupId, text), [account, groupId, text]);
  return [text, setText];
}

/** What stands above the input: who a whisper is for, what went wrong, or that it will wait. */
function Note({ children, isProblem }: { children: ReactNode; isProblem?: boolean }) {
  return (
    <p
      role={isProblem ? 'alert' : 'status'}
      className={classNames(
        'flex items-center gap-1.5 px-4 pb-1.5 text-sm font-medium',
        isProblem ? 'text-danger' : 'text-mute',
      )}
    >
      {children}
    </p>
  );
}

function Notes(props: {
  problem: string | undefined;
  names: readonly string[];
  isConnected: boolean;
  waiting: number;
}) {
  const people = props.names.map(shownName).join(', ');
  if (props.problem !== undefined) return <Note isProblem>{props.problem}</Note>;
  if (props.names.length > 0) {
    return (
      <Note>
        <LockKeyhole aria-hidden="true" className="size-4 shrink-0 text-rani-ink" />
        <span className="min-w-0 break-words text-rani-ink">
          <Trans>Only {people} will see this</Trans>
        </span>
      </Note>
    );
  }
  if (props.isConnected && props.waiting > PATIENCE_FROM) {
    return (
      <Note>
        <Trans>Please wait before sending another message</Trans>
      </Note>
    );
  }
  if (!props.isConnected && props.waiting > 0) {
    return (
      <Note>
        <Trans>Your message is queued. It goes out as soon as you're connected.</Trans>
      </Note>
    );
  }
  return null;
}

/** The message input. Enter sends, Shift+Enter starts a line; it works offline too: what is sent waits then. */
export function Composer(props: ComposerProps) {
  const { text, onText, onSend, onTyping, onTypingStopped, isConnected, waiting, inputRef } = props;
  const { t } = useLingui();
  const [problem, setProblem] = useState<string>();
  const names = whisperNames(text);
  const isTooLong = text.length > MESSAGE_MAX_LENGTH;

  const send = () => {
    if (text.trim() === '') return setProblem(t`Message or image required`);
    if (isTooLong) return setProblem(t`This message is too long`);
    setProblem(undefined);
    onTypingStopped();
    onSend(text);
    onText('');
  };
  const change = (value: string) => {
    setProblem(undefined);
    onText(value);
    if (value === '') onTypingStopped();
    else onTyping();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter picks it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className="shrink-0 border-t border-line bg-surface px-2 pt-2 pb-[max(.5rem,env(safe-area-inset-bottom))] sm:px-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className="mx-auto max-w-190">
        <Notes problem={problem} names={names} isConnected={isConnected} waiting={waiting} />
        <div className="flex items-end gap-2">
          <textarea
            ref={inputRef}
            rows={1}
            value={text}
            aria-label={t`Message`}
            aria-invalid={isTooLong || undefined}
            placeholder={t`Say something or whisper @username`}
            enterKeyHint="send"
            onChange={(event) => change(event.target.value)}
            onKeyDown={onKeyDown}
            className={classNames(
              'field-sizing-content max-h-40 min-h-11 min-w-0 grow resize-none rounded-[1.4rem] border-2 px-4 py-2 text-ink placeholder:text-mute',
              names.length > 0 ? 'border-dashed border-rani bg-rani-wash' : 'border-transparent bg-raised',
              'aria-invalid:border-danger',
            )}
          />
          <IconButton
            type="submit"
            tone="primary"
            label={t`Send`}
            icon={<SendHorizontal aria-hidden="true" className="size-5 rtl:-scale-x-100" />}
          />
        </div>
        {text.length >= COUNTER_FROM && (
          <p
            className={classNames(
              'px-4 pt-1 text-end text-xs tabular-nums',
              isTooLong ? 'font-semibold text-danger' : 'text-mute',
            )}
          >
            {text.length} / {MESSAGE_MAX_LENGTH}
          </p>
        )}
      </div>
    </form>
  );
}
