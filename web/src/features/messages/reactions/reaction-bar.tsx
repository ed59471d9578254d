import { useLingui } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { useAnchored } from '../../../ui/anchored-menu.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { lazyEmojiPicker } from '../composer/emoji-picker-lazy.ts';
import type { ChatMessage } from '../history/conversation.ts';
import { recentReactions } from './react.ts';

export type ReactionBarProps = {
  message: ChatMessage;
  /** The button that opened it, or the row; it regains the focus. */
  anchor: HTMLElement;
  /** Called with an emoji, and whether it is added or removed. */
  onPick: (emoji: string, on: boolean) => void;
  onClose: () => void;
};

/** Arrow keys move between the emoji. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const all = [...event.currentTarget.querySelectorAll('button')];
  const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
  const index = all.findIndex((button) => button === document.activeElement) + (isRtl ? -step : step);
  event.preventDefault();
  all.at(index % all.length)?.focus();
}

type EmojiRowProps = {
  message: ChatMessage;
  /** Called with an emoji, and whether it is added or removed. */
  onPick: (emoji: string, on: boolean) => void;
  onMore: () => void;
  /** Fills the width of its container. */
  isWide?: boolean;
};

/** The six emoji used last, and `+` for the others (RX-06). */
export function EmojiRow({ message, onPick, onMore, isWide }: EmojiRowProps) {
  const { t } = useLingui();
  const [offered] = useState(recentReactions.list);
  const isMine = (emoji: string) =>
    message.reactions?.some((one) => one.emoji === emoji && one.mine) ?? false;
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons have the focus
    <div
      role="toolbar"
      aria-label={t`React`}
      className={classNames('flex', isWide && 'justify-between pb-2')}
      onKeyDown={moveFocus}
    >
      {offered.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-pressed={isMine(emoji)}
          className="grid size-11 place-items-center rounded-chip text-2xl leading-none hover:bg-raised focus-visible:outline-offset-[-3px] aria-pressed:bg-rani-wash"
          onClick={() => onPick(emoji, !isMine(emoji))}
        >
          {emoji}
        </button>
      ))}
      <IconButton
        label={t`More emoji`}
        icon={<Plus aria-hidden="true" className="size-5" />}
        onClick={onMore}
      />
    </div>
  );
}

/** The picker of all emoji; fills its container. */
export function MoreEmoji({ onPick, onFailed }: { onPick: (emoji: string) => void; onFailed: () => void }) {
  return (
    <LazyComponent
      component={lazyEmojiPicker}
      onFailed={onFailed}
      fallback={
        <div className="grid h-full place-items-center">
          <Spinner />
        </div>
      }
    >
      {({ EmojiPanel }) => <EmojiPanel onPick={onPick} />}
    </LazyComponent>
  );
}

/** The emoji to react with: the six used last, and all others behind `+` (RX-06). */
export function ReactionBar({ message, anchor, onPick, onClose }: ReactionBarProps) {
  const { t } = useLingui();
  const [isChoosing, setChoosing] = useState(false);
  const { panelProps, close } = useAnchored(anchor, onClose, 'button', isChoosing);
  const pick = (emoji: string, on: boolean) => {
    close();
    onPick(emoji, on);
  };
  return (
    // The browser also closes it on Escape; the focus then returns to the button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      {...panelProps}
      role="dialog"
      aria-label={t`React`}
      className={classNames(
        'menu',
        isChoosing && 'h-96 max-h-[calc(100dvh-1rem)] w-[min(21.5rem,calc(100vw-1rem))] p-0!',
      )}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      {isChoosing ? (
        <MoreEmoji onPick={(emoji) => pick(emoji, true)} onFailed={close} />
      ) : (
        <EmojiRow message={message} onPick={pick} onMore={() => setChoosing(true)} />
      )}
    </div>
  );
}
