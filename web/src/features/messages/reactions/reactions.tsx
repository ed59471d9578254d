import { displayedName } from '@adda/contract/accounts';
import { REACTION_NAMES, type Reaction } from '@adda/contract/messages';
import { plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, type PointerEvent } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import type { ChatMessage } from '../history/conversation.ts';
import type { MessageActions } from '../list/message-actions.ts';
import { react } from './react.ts';

/** A press of a finger that is longer than this says who reacted, in ms. */
const LONG_PRESS_MS = 500;

/** Describes a reaction: '👍 3, esha, omar and 1 other'. */
function labelOf({ emoji, count, usernames }: Reaction, account: string): string {
  const shown = usernames.slice(0, REACTION_NAMES);
  const names = shown.map((name) => (name === account ? t`you` : displayedName(name))).join(', ');
  const others = count - shown.length;
  if (others <= 0) return `${emoji} ${count}, ${names}`;
  if (names === '') return `${emoji} ${count}`;
  return t`${emoji} ${count}, ${names} and ${plural(others, { one: '# other', other: '# others' })}`;
}

/** Handlers of a button that does something else when a finger stays on it. */
function useLongPress(onPress: () => void, onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasLong = useRef(false);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onPointerDown({ pointerType }: PointerEvent) {
      cancel();
      wasLong.current = false;
      if (pointerType === 'mouse') return;
      timer.current = setTimeout(() => {
        wasLong.current = true;
        onLongPress();
      }, LONG_PRESS_MS);
    },
    onPointerUp: cancel,
    onPointerLeave: cancel,
    onPointerCancel: cancel,
    onContextMenu(event: { preventDefault(): void }) {
      // Some browsers open their own menu for the same press.
      if (wasLong.current) event.preventDefault();
    },
    onClick() {
      if (!wasLong.current) onPress();
      wasLong.current = false;
    },
  };
}

export type ReactionsProps = {
  message: ChatMessage;
  account: string;
  /** Tab reaches the chips of this message; those of the others are in their menus. */
  isTabStop: boolean;
  actions: MessageActions;
};

function Chip({ reaction, message, account, isTabStop, actions }: ReactionsProps & { reaction: Reaction }) {
  const client = useQueryClient();
  const { emoji, count, mine } = reaction;
  const { conversation, mayReact, onWho } = actions;
  const who = () => onWho(message, emoji);
  const toggle = () => void react({ client, conversation, account }, message, emoji, !mine);
  const label = labelOf(reaction, account);
  return (
    <button
      type="button"
      aria-pressed={mine}
      aria-label={label}
      title={label}
      tabIndex={isTabStop ? 0 : -1}
      className={classNames(
        'inline-flex min-h-8 min-w-11 touch-manipulation items-center justify-center gap-1 rounded-full border px-2 text-sm select-none pointer-coarse:min-h-11',
        mine
          ? 'border-rani bg-rani-wash font-semibold text-rani-ink'
          : 'border-line bg-surface text-ink hover:bg-raised',
      )}
      {...useLongPress(mayReact ? toggle : who, who)}
    >
      <span aria-hidden="true">{emoji}</span>
      <span aria-hidden="true">{count}</span>
    </button>
  );
}

/** The reactions under a message: a press adds one's own or removes it (RX-06). */
export function Reactions(props: ReactionsProps) {
  const { message, account } = props;
  const { t: text } = useLingui();
  return (
    <div
      role="group"
      aria-label={text`Reactions`}
      className={classNames(
        'flex max-w-full flex-wrap gap-1 pt-1',
        message.sender === account && 'justify-end',
      )}
    >
      {message.reactions?.map((reaction) => (
        <Chip key={reaction.emoji} reaction={reaction} {...props} />
      ))}
    </div>
  );
}
