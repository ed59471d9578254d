import { Trans, useLingui } from '@lingui/react/macro';
import { shownName } from '@adda/contract/accounts';
import type { GroupMessage } from '@adda/contract/rooms';
import { Check, CircleAlert, Clock, LockKeyhole, SendHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';
import { senderColour } from '../../ui/person-colour.ts';
import { Time } from '../../ui/time.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { GuestTag } from './guest-tag.tsx';
import { isEmojiOnly, MessageText } from './message-text.tsx';
import type { OutboxEntry } from './outbox.ts';
import { whisperNames } from './whisper.ts';

function WhisperLine({ names, isOwn }: { names: readonly string[]; isOwn: boolean }) {
  const people = names.map(shownName).join(', ');
  return (
    <p
      className={classNames(
        'mb-0.5 flex items-center gap-1 text-xs font-semibold',
        isOwn ? 'text-rani-ink' : 'text-mute',
      )}
    >
      <LockKeyhole aria-hidden="true" className="size-3 shrink-0" />
      <span className="min-w-0 break-words">
        <Trans>only you and {people}</Trans>
      </span>
    </p>
  );
}

type BubbleProps = {
  isOwn: boolean;
  isWhisper: boolean;
  text: string;
  /** Stands after the words, at the end of their last line. */
  foot: ReactNode;
  whisper: ReactNode;
};

const looks = {
  own: 'rounded-ee-md bg-rani text-on-rani',
  ownWhisper: 'rounded-ee-md border-2 border-dashed border-rani bg-rani-wash text-ink',
  other: 'rounded-es-md border border-line bg-surface text-ink',
  otherWhisper: 'rounded-es-md border-2 border-dashed border-rani bg-rani-wash text-ink',
};

function Bubble({ isOwn, isWhisper, text, foot, whisper }: BubbleProps) {
  const isLarge = isEmojiOnly(text);
  const look = looks[`${isOwn ? 'own' : 'other'}${isWhisper ? 'Whisper' : ''}`];
  return (
    <div className={classNames('max-w-full min-w-0 rounded-[1.25rem] px-3.5 py-2', look)}>
      {whisper}
      <div className="flex flex-wrap items-end justify-end gap-x-2.5">
        <p
          dir="auto"
          className={classNames(
            'min-w-0 grow whitespace-pre-wrap [overflow-wrap:anywhere]',
            isLarge && 'text-3xl leading-tight',
          )}
        >
          <MessageText text={text} />
        </p>
        <span
          className={classNames(
            'flex shrink-0 items-center gap-1 text-xs',
            isOwn && !isWhisper ? 'text-on-rani' : 'text-mute',
          )}
        >
          {foot}
        </span>
      </div>
    </div>
  );
}

function Line({ isOwn, isFirst, children }: { isOwn: boolean; isFirst: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames(
        'flex gap-2.5',
        isFirst ? 'pt-3' : 'pt-1',
        isOwn ? 'justify-end ps-12' : 'justify-start pe-8 sm:pe-14',
      )}
    >
      {children}
    </div>
  );
}

/** Somebody's message, or the person's own once it is confirmed. */
export function MessageBubble(props: {
  message: GroupMessage;
  account: string;
  isOwn: boolean;
  isFirst: boolean;
}) {
  const { message, account, isOwn, isFirst } = props;
  const { t } = useLingui();
  const { sender, timestamp, is_private: isWhisper } = message;
  const name = shownName(sender);
  const others = isOwn ? message.recipient_usernames : [sender, ...message.recipient_usernames];
  const foot = (
    <>
      <Time value={timestamp} />
      {isOwn && <Check aria-label={t`Sent`} role="img" className="size-3.5" />}
    </>
  );
  const bubble = message.is_deleted ? (
    <p className="rounded-[1.25rem] border border-dashed border-line px-3.5 py-2 text-mute italic">
      <Trans>This message was deleted</Trans>
    </p>
  ) : (
    <Bubble
      isOwn={isOwn}
      isWhisper={isWhisper}
      text={message.content}
      foot={foot}
      whisper={isWhisper && <WhisperLine names={others.filter((each) => each !== account)} isOwn={isOwn} />}
    />
  );
  if (isOwn) {
    return (
      <Line isOwn isFirst={isFirst}>
        <VisuallyHidden>
          <Trans>You:</Trans>{' '}
        </VisuallyHidden>
        {bubble}
      </Line>
    );
  }
  return (
    <Line isOwn={false} isFirst={isFirst}>
      {isFirst ? (
        <Avatar name={sender} shownName={name} size="small" className="mt-0.5" />
      ) : (
        <span className="w-8 shrink-0" />
      )}
      <div className="flex min-w-0 flex-col items-start">
        {isFirst ? (
          <p className="mb-0.5 flex max-w-full items-center gap-1.5 text-sm font-semibold">
            <span className="truncate" style={{ color: senderColour(sender) }}>
              {name}
            </span>
            <GuestTag username={sender} />
          </p>
        ) : (
          <VisuallyHidden>{name}:</VisuallyHidden>
        )}
        {bubble}
      </div>
    </Line>
  );
}

/** What the person can do about their own message that did not leave. */
export type PendingActions = {
  onRetry: (clientMessageId: string) => void;
  onPutBack: (clientMessageId: string) => void;
  onDelete: (clientMessageId: string) => void;
};

const smallButton =
  'min-h-9 rounded-full px-2 text-sm font-semibold text-rani-ink hover:bg-rani-wash pointer-coarse:min-h-11';

function FailedLine({ entry, onRetry, onPutBack, onDelete }: { entry: OutboxEntry } & PendingActions) {
  const { clientMessageId: id, detail } = entry;
  return (
    <div className="flex max-w-full flex-col items-end">
      <p className="flex items-start gap-1.5 pt-1 text-sm font-medium text-danger">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="min-w-0 break-words">{detail ?? <Trans>This message was not sent.</Trans>}</span>
      </p>
      <div className="flex flex-wrap justify-end gap-1">
        <button type="button" className={smallButton} onClick={() => onRetry(id)}>
          <Trans>Retry</Trans>
        </button>
        <button type="button" className={smallButton} onClick={() => onPutBack(id)}>
          <Trans>Put back</Trans>
        </button>
        <button type="button" className={smallButton} onClick={() => onDelete(id)}>
          <Trans>Delete</Trans>
        </button>
      </div>
    </div>
  );
}

/** The person's own message that is not confirmed yet: queued, sending or failed (GC-46, GC-48). */
export function PendingBubble(props: { entry: OutboxEntry; isFirst: boolean } & PendingActions) {
  const { entry, isFirst, ...actions } = props;
  const { t } = useLingui();
  const names = whisperNames(entry.content);
  const icon = {
    queued: <Clock role="img" aria-label={t`Queued`} className="size-3.5" />,
    sending: <SendHorizontal role="img" aria-label={t`Sending`} className="size-3.5" />,
    failed: <CircleAlert role="img" aria-label={t`Not sent`} className="size-3.5" />,
  }[entry.state];
  const foot = (
    <>
      {entry.state === 'queued' && <Trans>queued</Trans>}
      <Time value={new Date(entry.queuedAt).toISOString()} />
      {icon}
    </>
  );
  return (
    <Line isOwn isFirst={isFirst}>
      <div className="flex max-w-full min-w-0 flex-col items-end">
        <VisuallyHidden>
          <Trans>You:</Trans>{' '}
        </VisuallyHidden>
        <Bubble
          isOwn
          isWhisper={names.length > 0}
          text={entry.content}
          foot={foot}
          whisper={names.length > 0 && <WhisperLine names={names} isOwn />}
        />
        {entry.state === 'failed' && <FailedLine entry={entry} {...actions} />}
      </div>
    </Line>
  );
}
