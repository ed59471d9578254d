import { displayedName } from '@adda/contract/accounts';
import { PREVIEW_LENGTH, RECENT_HOURS, type Conversation, type PrivateMessage } from '@adda/contract/direct';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { MutedSign } from '../../../ui/muted-sign.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { usePreviewText } from '../../../ui/formatted-text.tsx';
import { LastActive } from '../../../ui/last-active.tsx';
import { PersonRow } from '../../../ui/person-row.tsx';
import { PresenceDot } from '../../../ui/presence-dot.tsx';
import { useNow } from '../../../ui/time-clock.ts';
import { GuestTag } from '../../accounts/index.ts';
import { DraftLine } from '../../messages/index.ts';

export type ConversationCardProps = {
  conversation: Conversation;
  account: string;
  /** It is the open chat. */
  isOpen: boolean;
  onOpen: (username: string) => void;
};

/** The start of the last message, cut at 35 graphemes (CV-03); 'Image' or 'Voice message' without text (CV-04, VM-01). */
export function previewOf({
  content,
  audio_url: audio,
}: Pick<PrivateMessage, 'content'> & Partial<Pick<PrivateMessage, 'audio_url'>>): string {
  const text = content.trim().replace(/\s+/g, ' ');
  if (text === '') return audio ? t`Voice message` : t`Image`;
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  if (characters.length <= PREVIEW_LENGTH) return text;
  return `${characters.slice(0, PREVIEW_LENGTH).join('').trimEnd()}…`;
}

/** Whether the last message is of the last 24 hours (CV-05, Q-14). */
const isRecent = (timestamp: string, now: number): boolean =>
  now - Date.parse(timestamp) < RECENT_HOURS * 3_600_000;

function Preview({ message, account }: { message: PrivateMessage; account: string }) {
  const content = usePreviewText(message.content);
  const words = content === undefined ? '' : previewOf({ ...message, content });
  return <span className="min-w-0 truncate">{message.sender === account ? t`You: ${words}` : words}</span>;
}

function NameLine({ conversation }: { conversation: Conversation }) {
  const { username, latest_message: latest } = conversation;
  const name = displayedName(username);
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-0 truncate font-semibold" title={name}>
        {name}
      </span>
      <GuestTag username={username} />
      {isRecent(latest.timestamp, useNow()) && (
        <span className="shrink-0 rounded-full bg-marigold-wash px-2 text-xs font-semibold">
          <Trans>Recent</Trans>
        </span>
      )}
      <LastActive value={latest.timestamp} className="ms-auto shrink-0 text-xs text-mute" />
    </span>
  );
}

/** A conversation: the other user, the last message and the unread count; a press opens it (CV-03 to CV-05). */
export function ConversationCard({ conversation, account, isOpen, onOpen }: ConversationCardProps) {
  const { t: text } = useLingui();
  const { username, latest_message: latest, unread_count: unread, is_muted: isMuted } = conversation;
  return (
    <PersonRow username={username} isOpen={isOpen} onOpen={onOpen}>
      <span className="relative shrink-0">
        <Avatar
          name={username}
          displayedName={displayedName(username)}
          src={conversation.profile_picture}
          size="large"
        />
        <PresenceDot
          isOnline={conversation.is_online}
          className="absolute -end-0.5 -bottom-0.5 rounded-full bg-surface p-0.5"
        />
      </span>
      <span className="grid min-w-0 grow grid-cols-1">
        <NameLine conversation={conversation} />
        <span
          className={classNames(
            'flex items-center gap-2 text-sm',
            unread > 0 && !isMuted ? 'font-semibold text-ink' : 'text-mute',
          )}
        >
          <DraftLine conversationId={`@${username}`} isOpen={isOpen}>
            <Preview message={latest} account={account} />
          </DraftLine>
          <span className="ms-auto flex shrink-0 items-center gap-1.5">
            {isMuted && <MutedSign />}
            <Badge count={unread} isQuiet={isMuted} label={text`${unread} unread`} />
          </span>
        </span>
      </span>
    </PersonRow>
  );
}
