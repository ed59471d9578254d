import { displayedName } from '@adda/contract/accounts';
import type { UnreadMessage } from '@adda/contract/direct';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown, LockKeyhole } from 'lucide-react';
import { useId, useState } from 'react';
import type { ChatAddress } from '../../../platform/use-switch-chat.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { usePreviewText } from '../../../ui/preview-text.ts';
import { Time } from '../../../ui/time.tsx';
import { PersonAvatar } from '../../accounts/index.ts';
import type { SenderGroup } from './unread.queries.ts';

export type UnreadGroupProps = {
  group: SenderGroup;
  /** A single group is initially open. */
  isAlone: boolean;
  onOpen: (chat: ChatAddress) => void;
  onRead: () => void;
};

/** The conversation of a message: the room of a whisper, otherwise the chat with its sender. */
const chatOf = ({ group_id: groupId, sender }: UnreadMessage): ChatAddress =>
  groupId === null ? { username: sender } : { groupId };

function UnreadRow({ message, onOpen }: { message: UnreadMessage; onOpen: UnreadGroupProps['onOpen'] }) {
  const room = message.group_name ?? '';
  const text = usePreviewText(message.content);
  return (
    <li>
      <button
        type="button"
        onClick={() => onOpen(chatOf(message))}
        className="grid min-h-11 w-full gap-0.5 rounded-chip px-3 py-2 text-start hover:bg-raised focus-visible:outline-offset-[-3px]"
      >
        <span className="line-clamp-3 break-words">{text === '' ? <Trans>Image</Trans> : text}</span>
        <span className="flex flex-wrap items-center gap-x-2 text-xs text-mute">
          {message.group_id !== null && (
            <span className="inline-flex min-w-0 items-center gap-1">
              <LockKeyhole aria-hidden="true" className="size-3 shrink-0" />
              <span className="min-w-0 break-words">
                <Trans>Whispered in {room}</Trans>
              </span>
            </span>
          )}
          <Time value={message.timestamp} as="ago" />
        </span>
      </button>
    </li>
  );
}

/** The unread messages of one sender; a press expands them (UN-02, UN-03). */
export function UnreadGroup({ group, isAlone, onOpen, onRead }: UnreadGroupProps) {
  const { t } = useLingui();
  const id = useId();
  const [isShown, setShown] = useState(isAlone);
  const { sender, count, messages } = group;
  const name = displayedName(sender);
  const more = count - messages.length;
  return (
    <li className="rounded-card border border-line">
      {/* The same height for every row of a screen, however long the name is. */}
      <div className="flex items-center gap-2 p-2 max-[26rem]:flex-wrap">
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
          className="flex min-h-11 min-w-0 grow items-center gap-2 rounded-chip px-1 text-start hover:bg-raised max-[26rem]:basis-full sm:gap-3"
        >
          <PersonAvatar username={sender} />
          <span className="min-w-0 truncate font-semibold" title={name}>
            {name}
          </span>
          <Badge count={count} label={t`${count} unread`} />
          <ChevronDown
            aria-hidden="true"
            className={classNames('ms-auto size-4 shrink-0 text-mute', isShown && 'rotate-180')}
          />
        </button>
        <Button
          tone="quiet"
          size="small"
          className="ms-auto shrink-0"
          aria-label={t`Mark as Read: ${name}`}
          data-mark-read=""
          onClick={onRead}
        >
          <Trans>Mark as Read</Trans>
        </Button>
      </div>
      <ul id={id} hidden={!isShown} aria-label={t`Unread from ${name}`} className="grid px-2 pb-2">
        {messages.map((message) => (
          <UnreadRow key={message._id} message={message} onOpen={onOpen} />
        ))}
        {more > 0 && (
          <li>
            <Button tone="plain" size="small" onClick={() => onOpen({ username: sender })}>
              <Plural value={more} one="# more in the chat" other="# more in the chat" />
            </Button>
          </li>
        )}
      </ul>
    </li>
  );
}
