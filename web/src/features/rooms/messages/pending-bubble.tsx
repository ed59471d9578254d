import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Clock, SendHorizontal } from 'lucide-react';
import { Time } from '../../../ui/time.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { hasAttachment } from '../composer/attachments.ts';
import { Bubble, Line, WhisperLine } from './bubble.tsx';
import type { MessageActions } from './message-actions.ts';
import { MessageAttachments } from './message-attachments.tsx';
import { wordsOf, type OutboxEntry } from '../outbox/outbox-entry.ts';
import { whisperNames } from '../composer/whisper.ts';

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

/** Props of {@link PendingBubble}. */
export type PendingBubbleProps = { entry: OutboxEntry; isFirst: boolean } & PendingActions &
  Pick<MessageActions, 'onOpenImage'>;

/** The person's own message that is not confirmed yet: queued, sending or failed (GC-46, GC-48). */
export function PendingBubble({ entry, isFirst, onOpenImage, ...actions }: PendingBubbleProps) {
  const { t } = useLingui();
  const { text, attachments } = wordsOf(entry);
  const { image, video } = attachments;
  const names = whisperNames(text, hasAttachment(attachments));
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
          text={text}
          attachments={
            hasAttachment(attachments) && (
              <MessageAttachments
                picture={image && { ...image, alt: t`Your image` }}
                videoUrl={video?.url ?? null}
                isOwn
                isWhisper={isWhisper}
                onOpen={onOpenImage}
              />
            )
          }
          foot={foot}
          whisper={isWhisper && <WhisperLine names={names} isOwn />}
        />
        {entry.state === 'failed' && <FailedLine entry={entry} {...actions} />}
      </div>
    </Line>
  );
}
