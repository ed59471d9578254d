import { displayedName } from '@adda/contract/accounts';
import { RECENT_HOURS } from '@adda/contract/direct';
import { UNREAD_CAP, type InboxItem } from '@adda/contract/inbox';
import { Trans, useLingui } from '@lingui/react/macro';
import { LockKeyhole } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge, cappedCount } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { usePreviewText } from '../../ui/preview-text.ts';
import { ShortTime } from '../../ui/last-active.tsx';
import { MentionBadge } from '../../ui/mention-badge.tsx';
import { MutedSign } from '../../ui/muted-sign.tsx';
import { chatAddress, ChatRow, type ChatRowProps } from '../../ui/person-row.tsx';
import { PresenceDot } from '../../ui/presence-dot.tsx';
import { useNow } from '../../ui/time-clock.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { GuestTag } from '../accounts/index.ts';
import { cutAt, DraftLine, previewOf, Ticks, useReadHere } from '../messages/index.ts';
import { rowKeyOf } from './inbox.queries.ts';

/** The largest number of unread messages that is shown in full (HM-02). */
const SHOWN_UNREAD = UNREAD_CAP - 1;

/** Graphemes of a name before the last message, so that some of its words are seen too. */
const SPEAKER_LENGTH = 14;

/** Whether the last message is of the last 24 hours (CV-05, Q-14). */
const isRecent = (timestamp: string, now: number): boolean =>
  now - Date.parse(timestamp) < RECENT_HOURS * 3_600_000;

type Latest = NonNullable<InboxItem['latest_message']>;

/** Returns the name to show before the last message; undefined for notices, and for messages of the other user of a private chat. */
function useSpeaker(latest: Latest, account: string): string | undefined {
  const { t } = useLingui();
  if (latest.sender === account) return t`You`;
  const isNotice = 'is_admin' in latest && latest.is_admin;
  return 'group_id' in latest && !isNotice ? cutAt(displayedName(latest.sender), SPEAKER_LENGTH) : undefined;
}

/** The last message with who said it: 'esha: see you at ten', 'You: …' (HM-01). */
function LastLine({ latest, account }: { latest: Latest; account: string }) {
  const { t } = useLingui();
  const content = usePreviewText(latest.content);
  const speaker = useSpeaker(latest, account);
  const said = content === undefined ? '' : previewOf({ ...latest, content });
  const words = latest.is_deleted ? t`Message deleted` : said;
  const isWhisper = 'is_private' in latest && latest.is_private;
  const isOwnPrivate = latest.sender === account && 'recipient' in latest;
  return (
    <>
      {isWhisper && (
        <>
          <LockKeyhole aria-hidden="true" className="-me-1 size-3.5 shrink-0" />
          <VisuallyHidden>
            <Trans>Whisper</Trans>
          </VisuallyHidden>
        </>
      )}
      {isOwnPrivate && (latest.is_read || latest.delivered_at !== null) && (
        <span className="-me-1 shrink-0">
          <Ticks message={latest} />
        </span>
      )}
      <span dir="auto" className="min-w-0 truncate">
        {speaker === undefined ? words : t`${speaker}: ${words}`}
      </span>
    </>
  );
}

function Picture({ item }: { item: InboxItem }) {
  if (item.kind === 'room') return <Avatar name={item.name} src={item.picture} shape="room" size="large" />;
  return (
    <span className="relative shrink-0">
      <Avatar name={item.username} displayedName={item.name} src={item.picture} size="large" />
      <PresenceDot
        isOnline={item.is_online}
        className="absolute -end-0.5 -bottom-0.5 rounded-full bg-surface p-0.5"
      />
    </span>
  );
}

function NameLine({ item }: { item: InboxItem }) {
  const { name, latest_message: latest } = item;
  const now = useNow();
  return (
    <span className="flex items-center gap-1.5">
      <span dir="auto" className="min-w-0 truncate font-semibold" title={name}>
        {name}
      </span>
      {item.kind === 'private' && <GuestTag username={item.username} />}
      {item.is_muted && <MutedSign />}
      {item.kind === 'private' && latest && isRecent(latest.timestamp, now) && (
        <span className="shrink-0 rounded-full bg-marigold-wash px-2 text-xs font-semibold">
          <Trans>Recent</Trans>
        </span>
      )}
      <ShortTime value={item.updated_at} className="ms-auto shrink-0 ps-1 text-xs text-mute" />
    </span>
  );
}

/**
 * Returns a row without numbers if the open conversation is on screen up to its latest message: the server hears of it a moment
 * later (HM-02).
 */
function useReadItem(item: InboxItem, account: string, isOpen: boolean): InboxItem {
  const readTo = useReadHere(account, rowKeyOf(item));
  const isRead = isOpen && item.latest_message !== null && item.latest_message.sequence <= readTo;
  return isRead ? { ...item, unread_count: 0, mention_count: 0 } : item;
}

export type InboxRowProps = Pick<
  ChatRowProps,
  'tabIndex' | 'onFocus' | 'onPointerEnter' | 'isOpen' | 'onOpen'
> & {
  item: InboxItem;
  account: string;
};

/** A room or a private chat: who, the last line, when, and what is unread; a press opens it (HM-01, CV-03 to CV-05). */
export function InboxRow({ item: listed, account, ...row }: InboxRowProps) {
  const item = useReadItem(listed, account, row.isOpen);
  const { unread_count: unread, is_muted: isMuted, latest_message: latest } = item;
  const { t } = useLingui();
  const shown = cappedCount(unread, SHOWN_UNREAD);
  const href = item.kind === 'room' ? `/v1/group/${item.group_id}` : chatAddress(item.username);
  return (
    <ChatRow href={href} {...row}>
      <Picture item={item} />
      <span className={classNames('grid min-w-0 grow grid-cols-1', isMuted && 'text-mute')}>
        <NameLine item={item} />
        <span
          className={classNames(
            'flex min-h-5.5 items-center gap-2 text-sm',
            unread > 0 && !isMuted ? 'font-semibold text-ink' : 'text-mute',
          )}
        >
          <DraftLine conversationId={rowKeyOf(item)} isOpen={row.isOpen} listed={item.draft?.text}>
            {latest && <LastLine latest={latest} account={account} />}
            {!latest && item.kind === 'room' && <Trans>Nothing said yet</Trans>}
          </DraftLine>
          <span className="ms-auto flex shrink-0 items-center gap-1.5">
            <MentionBadge count={item.mention_count} isMuted={isMuted} />
            <Badge count={unread} max={SHOWN_UNREAD} isQuiet={isMuted} label={t`${shown} unread`} />
          </span>
        </span>
      </span>
    </ChatRow>
  );
}
