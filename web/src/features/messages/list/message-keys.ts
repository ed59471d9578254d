import type { ChatMessage } from '../history/conversation.ts';
import type { MessageActions } from './message-actions.ts';
import type { MessageRow } from './message-rows.ts';

/** The list as its keys and presses use it. */
export type MessageListArea = {
  readonly rows: readonly MessageRow[];
  /** The index of the row that Tab reaches; -1 if there is none. */
  readonly tabStop: number;
  readonly actions: MessageActions;
  /** Scrolls to a row and moves the focus to it. */
  readonly onWalk: (index: number) => void;
};

/** The row of an element, and its message if that can be acted on. */
export function rowAt(
  target: EventTarget | null,
  rows: readonly MessageRow[],
): { element: HTMLElement; index: number; message: ChatMessage | undefined } | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  if (!element) return undefined;
  const index = Number(element.dataset.index);
  const row = rows[index];
  return {
    element,
    index,
    message: row?.kind === 'message' && !row.message.is_deleted ? row.message : undefined,
  };
}

/** Rows that the arrow keys stop at: messages of users. */
const isStop = (row: MessageRow): boolean => row.kind !== 'day' && row.kind !== 'unread';

/** Returns the row that a key moves to from `index`; undefined if the key does not move. */
function walkTo(key: string, index: number, rows: readonly MessageRow[]): number | undefined {
  switch (key) {
    case 'ArrowUp':
      return rows.findLastIndex((row, at) => at < index && isStop(row));
    case 'ArrowDown':
      return rows.findIndex((row, at) => at > index && isStop(row));
    case 'Home':
      return rows.findIndex(isStop);
    case 'End':
      return rows.findLastIndex(isStop);
    default:
      return undefined;
  }
}

/** The id of the action that a key runs. */
const actionKeys: Readonly<Record<string, string>> = {
  r: 'reply',
  e: 'edit',
  '+': 'react',
  f: 'forward',
  s: 'select',
};

/** Handles a key in the list: walks the messages, or acts on the focused one (RX-06). */
export function handleListKey(
  event: KeyboardEvent,
  { rows, tabStop, actions, onWalk }: MessageListArea,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target instanceof Element && event.target.closest('input, textarea, video, iframe')) return;
  const at = rowAt(event.target, rows);
  // In the list itself, an arrow key or End moves to the row that Tab reaches.
  const next = walkTo(event.key, at?.index ?? tabStop + 1, rows);
  if (next !== undefined) {
    event.preventDefault();
    if (next >= 0) onWalk(next);
    return;
  }
  if (!at?.message || actions.filesOf) return;
  const actionId = actionKeys[event.key.toLowerCase()];
  if (actionId !== undefined) {
    event.preventDefault();
    actions.onRun(at.message, actionId, at.element);
  } else if (event.key === 'Enter' && event.target === at.element) {
    event.preventDefault();
    actions.onMenu(at.message, at.element);
  }
}
