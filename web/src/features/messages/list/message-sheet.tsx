import { Trans, useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { classNames } from '../../../ui/class-names.ts';
import { useModal } from '../../../ui/use-modal.ts';
import { EmojiRow, MoreEmoji } from '../reactions/reaction-bar.tsx';
import type { ChatMessage } from '../history/conversation.ts';
import type { MessageAction } from './message-actions.ts';

export type MessageSheetProps = {
  message: ChatMessage;
  isOwn: boolean;
  /** The row of the message; it regains the focus. */
  anchor: HTMLElement;
  /** The actions of the message, without the reaction. */
  actions: readonly MessageAction[];
  /** Adds an emoji of the user or removes it; undefined for a user who only reads. */
  onPick: ((emoji: string, on: boolean) => void) | undefined;
  onClose: () => void;
};

const itemClasses =
  'flex min-h-12 w-full items-center gap-3 rounded-chip px-3 text-start text-[.95rem] font-medium hover:bg-raised focus-visible:bg-raised focus-visible:outline-offset-[-3px]';

/** What a long press on a message opens on a phone: the emoji to react with, and its actions (RX-06). */
export function MessageSheet({ message, isOwn, anchor, actions, onPick, onClose }: MessageSheetProps) {
  const { t } = useLingui();
  const id = useId();
  const modal = useModal(true, onClose);
  const [isChoosing, setChoosing] = useState(false);
  const name = displayedName(message.sender);
  /** Closes the sheet first: while it is open, nothing else can take the focus. */
  const closeAnd = (run: () => void) => {
    flushSync(onClose);
    run();
  };
  const pick = (emoji: string, on: boolean) => closeAnd(() => onPick?.(emoji, on));
  return (
    <dialog
      {...modal}
      className="sheet mb-0! w-[min(32rem,100vw)]! rounded-b-none! pb-[env(safe-area-inset-bottom)]"
      aria-labelledby={id}
    >
      <div className="flex max-h-[calc(100dvh-4rem)] flex-col px-3 pt-3 pb-3">
        <span aria-hidden="true" className="mx-auto mb-2 h-1 w-10 shrink-0 rounded-full bg-line" />
        <h2
          id={id}
          tabIndex={-1}
          className={classNames('truncate px-3 pb-2 text-sm font-semibold text-mute outline-none')}
        >
          {isOwn ? <Trans>Your message</Trans> : t`Message from ${name}`}
        </h2>
        {isChoosing ? (
          <div className="h-[min(26rem,calc(100dvh-9rem))]">
            <MoreEmoji onPick={(emoji) => pick(emoji, true)} onFailed={() => setChoosing(false)} />
          </div>
        ) : (
          <>
            {onPick && <EmojiRow message={message} isWide onPick={pick} onMore={() => setChoosing(true)} />}
            <ul className="min-h-0 overflow-y-auto">
              {actions.map((action) => (
                <li
                  key={action.id}
                  className={classNames(action.isDangerous && 'mt-1 border-t border-line pt-1')}
                >
                  <button
                    type="button"
                    className={classNames(itemClasses, action.isDangerous && 'text-danger')}
                    onClick={() => closeAnd(() => action.run(anchor))}
                  >
                    <span aria-hidden="true" className="grid w-5 place-items-center">
                      {action.icon}
                    </span>
                    {action.label}
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </dialog>
  );
}
