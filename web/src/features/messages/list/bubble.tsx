import { Trans } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { isEmojiOnly, MessageText } from './message-text.tsx';

/** Shows the sender and the recipients of a whisper. */
export function WhisperLine({ names, isOwn }: { names: readonly string[]; isOwn: boolean }) {
  const people = names.map(displayedName).join(', ');
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

export type BubbleProps = {
  isOwn: boolean;
  isWhisper: boolean;
  /** The message names the user: it has a stripe (MN-03). */
  isMentioned?: boolean;
  /** The sender's name. */
  author: string;
  text: string;
  /** An image or a video, above the text. */
  attachments?: ReactNode;
  /** The card of a link, below the text. */
  card?: ReactNode;
  /** Shown at the end of the last line of text. */
  foot: ReactNode;
  whisper: ReactNode;
};

const looks = {
  own: 'rounded-ee-md bg-rani text-on-rani',
  ownWhisper: 'rounded-ee-md border-2 border-dashed border-rani bg-rani-wash text-ink',
  other: 'rounded-es-md border border-line bg-surface text-ink',
  otherWhisper: 'rounded-es-md border-2 border-dashed border-rani bg-rani-wash text-ink',
};

/** The content of a message, coloured by sender and kind. */
export function Bubble({
  isOwn,
  isWhisper,
  isMentioned,
  author,
  text,
  attachments,
  card,
  foot,
  whisper,
}: BubbleProps) {
  const look = looks[`${isOwn ? 'own' : 'other'}${isWhisper ? 'Whisper' : ''}`];
  return (
    <div
      data-bubble=""
      className={classNames(
        // Lines of at most 70 letters (HM-03).
        'max-w-[min(100%,33rem)] min-w-0 touch-manipulation rounded-[1.25rem] px-3.5 py-2',
        look,
        isMentioned && 'border-s-4 border-s-marigold',
      )}
    >
      {whisper}
      {attachments && (
        <div className="-mx-1.5 grid grid-cols-1 justify-items-start gap-1.5 pb-1.5">{attachments}</div>
      )}
      <div className="flex flex-wrap items-end justify-end gap-x-2.5">
        {text !== '' && (
          <div
            dir="auto"
            className={classNames(
              'min-w-0 grow whitespace-pre-wrap [overflow-wrap:anywhere]',
              isEmojiOnly(text) && 'text-3xl leading-tight',
            )}
          >
            <MessageText text={text} author={author} isOwn={isOwn} />
          </div>
        )}
        <span
          className={classNames(
            'flex shrink-0 items-center gap-1 text-xs',
            isOwn && !isWhisper ? 'text-on-rani' : 'text-mute',
          )}
        >
          {foot}
        </span>
      </div>
      {card}
    </div>
  );
}

/** The marker of a deleted message. */
export function DeletedBubble() {
  return (
    <p className="min-w-0 rounded-[1.25rem] border border-dashed border-line px-3.5 py-2 text-mute italic">
      <Trans>This message was deleted</Trans>
    </p>
  );
}

/** A row of the conversation: own messages at the end, others at the start. */
export function Line(props: { isOwn: boolean; isFirst: boolean; children: ReactNode }) {
  const { isOwn, isFirst, children } = props;
  return (
    <div
      className={classNames(
        'group/line flex',
        isFirst ? 'pt-3' : 'pt-1',
        isOwn ? 'justify-end ps-1' : 'justify-start',
      )}
    >
      {children}
    </div>
  );
}
