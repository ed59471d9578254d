import { displayedName } from '@adda/contract/accounts';
import { REACTION_NAMES, type Reaction } from '@adda/contract/messages';
import { plural, t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
} from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { TabIndex } from '../../../ui/tab-index.ts';
import { place } from '../../../ui/use-menu.ts';
import type { ChatMessage } from '../history/conversation.ts';
import type { MessageActions } from '../list/message-actions.ts';

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

const chip =
  'inline-flex min-h-8 min-w-11 items-center justify-center gap-1 rounded-full border px-2 text-sm select-none pointer-coarse:min-h-11';

/** A reaction that is only shown (HM-06). */
function ReadOnlyChip({ reaction, account }: { reaction: Reaction; account: string }) {
  return (
    <span role="img" aria-label={labelOf(reaction, account)} className={`${chip} border-line bg-surface`}>
      <span aria-hidden="true">{reaction.emoji}</span>
      <span aria-hidden="true">{reaction.count}</span>
    </span>
  );
}

export type ReactionsProps = {
  message: ChatMessage;
  account: string;
  actions: MessageActions;
};

/** Says who reacted: 'You, esha and 3 more'. */
function whoText({ count, usernames }: Reaction, account: string): string {
  const shown = usernames.slice(0, REACTION_NAMES);
  const names = shown.map((name) => (name === account ? t`You` : displayedName(name)));
  const more = count - shown.length;
  if (more > 0) return t`${names.join(', ')} and ${plural(more, { one: '# more', other: '# more' })}`;
  const last = names.pop() ?? '';
  return names.length > 0 ? t`${names.join(', ')} and ${last}` : last;
}

/** A mouse that stays on a chip this long shows who reacted, and leaves it this long before that goes, in ms. */
const HOVER_MS = 300;

/** Shows a hint while a mouse or the keyboard focus is on an element or on the hint; Escape hides it. */
function useHint() {
  const [isShown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (isShownThen: boolean) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(isShownThen), HOVER_MS);
  };
  const now = (isShownNow: boolean) => {
    clearTimeout(timer.current);
    setShown(isShownNow);
  };
  const around = {
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && later(true),
    onPointerLeave: () => later(false),
    onFocus: ({ target }: FocusEvent) => target.matches(':focus-visible') && now(true),
    onBlur: () => now(false),
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !isShown) return;
      event.stopPropagation();
      now(false);
    },
  };
  return { isShown, around };
}

/** A hint above everything, at the element before it. */
function Hint({ children }: { children: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const at = ref.current?.previousElementSibling;
    if (!ref.current || !at) return;
    ref.current.showPopover();
    place(ref.current, at.getBoundingClientRect());
  }, []);
  return (
    <span
      ref={ref}
      popover="manual"
      // The name of the chip says the same.
      aria-hidden="true"
      className="fixed m-0 max-w-72 rounded-chip bg-ink px-3 py-1.5 text-sm font-medium break-words text-paper"
    >
      {children}
    </span>
  );
}

function Chip({ reaction, message, account, actions }: ReactionsProps & { reaction: Reaction }) {
  const { emoji, count, mine } = reaction;
  const { mayReact, onReact, onWho } = actions;
  const who = () => onWho(message, emoji);
  const toggle = () => onReact(message, emoji, !mine);
  const { isShown, around } = useHint();
  return (
    <span className="inline-flex" {...around}>
      <button
        type="button"
        aria-pressed={mine}
        aria-label={labelOf(reaction, account)}
        tabIndex={useContext(TabIndex)}
        className={classNames(
          chip,
          'touch-manipulation',
          mine
            ? 'border-rani bg-rani-wash font-semibold text-rani-ink'
            : 'border-line bg-surface text-ink hover:bg-raised',
        )}
        {...useLongPress(mayReact ? toggle : who, who)}
      >
        <span aria-hidden="true">{emoji}</span>
        <span aria-hidden="true">{count}</span>
      </button>
      {isShown && <Hint>{whoText(reaction, account)}</Hint>}
    </span>
  );
}

/** The reactions under a message: a press adds the user's own or removes it (RX-06). */
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
      {message.reactions?.map((reaction) =>
        props.actions.filesOf ? (
          <ReadOnlyChip key={reaction.emoji} reaction={reaction} account={account} />
        ) : (
          <Chip key={reaction.emoji} reaction={reaction} {...props} />
        ),
      )}
    </div>
  );
}
