import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Clock, SendHorizontal } from 'lucide-react';
import { useEffect } from 'react';
import { Time } from '../../../ui/time.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { hasAttachment } from '../composer/attachments.ts';
import type { ReadRecipients } from '../composer/composer-props.ts';
import { Bubble, Line, WhisperLine } from './bubble.tsx';
import type { MessageActions } from './message-actions.ts';
import { MessageAttachments, sentFromThisPage } from './message-attachments.tsx';
import { draftOf, type OutboxMessage } from '../outbox/outbox-entry.ts';
import { PendingQuote } from '../composer/composer-bars.tsx';
import { FailedLine, WaitingLine, type PendingActions } from './failed-line.tsx';

export type PendingBubbleProps = {
  entry: OutboxMessage;
  isFirst: boolean;
  readNames?: ReadRecipients | undefined;
} & PendingActions &
  Pick<MessageActions, 'onOpenImage'>;

/** An own message that is not acknowledged yet: queued, sending or failed (GC-46, GC-48). */
export function PendingBubble({ entry, isFirst, onOpenImage, readNames, ...actions }: PendingBubbleProps) {
  const { t } = useLingui();
  const { clientMessageId } = entry;
  useEffect(() => void sentFromThisPage.add(clientMessageId), [clientMessageId]);
  const draft = draftOf(entry);
  const { text, attachments, replyTo } = draft;
  const { image, video, voice } = attachments;
  const names = readNames?.(draft) ?? [];
  const isWhisper = names.length > 0;
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
      <div className="flex max-w-full min-w-0 flex-col items-end ps-11">
        <VisuallyHidden>
          <Trans>You:</Trans>{' '}
        </VisuallyHidden>
        <Bubble
          isOwn
          isWhisper={isWhisper}
          author=""
          text={text}
          attachments={
            hasAttachment(attachments) && (
              <MessageAttachments
                picture={image && { ...image, alt: t`Your image` }}
                videoUrl={video?.url ?? null}
                voice={voice}
                isOwn
                isWhisper={isWhisper}
                isUncovered
                onOpen={onOpenImage}
              />
            )
          }
          foot={foot}
          whisper={
            <>
              {isWhisper && <WhisperLine names={names} isOwn />}
              {replyTo && <PendingQuote quote={replyTo.quote} />}
            </>
          }
        />
        {entry.state === 'queued' && <WaitingLine entry={entry} {...actions} />}
        {entry.state === 'failed' && <FailedLine entry={entry} {...actions} />}
      </div>
    </Line>
  );
}
