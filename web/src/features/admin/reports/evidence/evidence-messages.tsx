import { displayedName } from '@adda/contract/accounts';
import type { EvidenceMessage } from '@adda/contract/moderation';
import { Trans, useLingui } from '@lingui/react/macro';
import { classNames } from '../../../../ui/class-names.ts';
import { senderColour } from '../../../../ui/person-colour.ts';
import { Time } from '../../../../ui/time.tsx';
import { StateMarks } from '../../frame/state-mark.tsx';
import { EvidenceFileBox } from './evidence-file-box.tsx';

/** The texts that a message had before its edits, oldest first (ED-04). */
function FormerTexts({ versions }: Pick<EvidenceMessage, 'versions'>) {
  const { t } = useLingui();
  if (versions.length === 0) return null;
  return (
    <ol aria-label={t`Earlier texts`} className="grid gap-1.5 border-s-2 border-line ps-3">
      {versions.map(({ content, at }) => (
        <li key={at} className="grid gap-0.5 text-sm text-mute">
          <span className="flex flex-wrap gap-x-2 text-xs">
            <Trans>Earlier text</Trans>
            <Time value={at} as="full" />
          </span>
          <span className="whitespace-pre-wrap wrap-anywhere">{content}</span>
        </li>
      ))}
    </ol>
  );
}

function Bubble({ message, isAboutSender }: { message: EvidenceMessage; isAboutSender: boolean }) {
  const { t } = useLingui();
  const { sender, content, image, audio, youtube_url: video, is_named: isNamed } = message;
  const name = displayedName(sender);
  return (
    <li className={classNames('flex', isAboutSender ? 'justify-start' : 'justify-end')}>
      <div
        className={classNames(
          'grid max-w-[88%] min-w-0 gap-1.5 rounded-card border px-4 py-2.5',
          isNamed ? 'border-danger bg-danger-wash' : 'border-line bg-surface',
        )}
      >
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
          <strong className="text-sm wrap-anywhere" style={{ color: senderColour(sender) }}>
            {name}
          </strong>
          <Time value={message.timestamp} as="full" className="text-mute" />
          <StateMarks
            marks={[
              isNamed && ['bad', t`Reported`],
              message.is_deleted && ['calm', t`Deleted`],
              message.is_private && ['warm', t`Private`],
            ]}
          />
        </p>
        {content !== '' && (
          <p
            className={classNames(
              'text-sm whitespace-pre-wrap wrap-anywhere',
              message.is_deleted && 'opacity-80',
            )}
          >
            {content}
          </p>
        )}
        <FormerTexts versions={message.versions} />
        {image && <EvidenceFileBox file={image} label={t`Picture sent by ${name}`} />}
        {audio && (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- a recording of a user has no captions
          <audio
            controls
            preload="none"
            src={audio.url}
            aria-label={t`Voice message of ${name}`}
            className="w-full"
          />
        )}
        {video && <p className="text-xs text-mute wrap-anywhere">{video}</p>}
      </div>
    </li>
  );
}

export type EvidenceMessagesProps = {
  messages: readonly EvidenceMessage[];
  /** The reported user, whose messages are at the start side. */
  reported: string;
};

/** The messages around the reported one, oldest first; the reported one stands out. */
export function EvidenceMessages({ messages, reported }: EvidenceMessagesProps) {
  const { t } = useLingui();
  const room = messages.find(({ group_name: name }) => name !== null)?.group_name;
  return (
    <div className="grid gap-2">
      {room && (
        <p className="text-sm text-mute wrap-anywhere">
          <Trans>In the room {room}</Trans>
        </p>
      )}
      <ul aria-label={t`Messages kept`} className="grid gap-2 rounded-card bg-paper p-3">
        {messages.map((message) => (
          <Bubble key={message.message_id} message={message} isAboutSender={message.sender === reported} />
        ))}
      </ul>
    </div>
  );
}
