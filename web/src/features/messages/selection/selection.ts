import type { Dispatch, SetStateAction } from 'react';
import type { ChatMessage } from '../history/conversation.ts';
import { rowAt, type MessageListArea } from '../list/message-keys.ts';
import type { OpenMessageAction } from '../list/open-message-action.ts';

/** Most messages that can be selected: as many as one request deletes in a room. */
export const SELECTED_MAX = 100;

type Select = Extract<OpenMessageAction, { kind: 'select' }>;

/** Opens the selection with a first message. */
export const selectionOf = (message: ChatMessage, area: HTMLElement | null): Select => ({
  kind: 'select',
  messages: [message],
  last: message._id,
  area,
});

/** Returns the messages between two ones, both included, that can be selected. */
function between(area: MessageListArea, from: string, to: string): readonly ChatMessage[] {
  const messages = area.rows.flatMap((row) =>
    row.kind === 'message' && !row.message.is_deleted ? [row.message] : [],
  );
  const ends = [from, to].map((id) => messages.findIndex((message) => message._id === id));
  return ends.includes(-1) ? [] : messages.slice(Math.min(...ends), Math.max(...ends) + 1);
}

/** Adds a message or, with `isRange`, all messages since the last one; a selected message is taken out instead. */
function toggled(selection: Select, message: ChatMessage, isRange: boolean, area: MessageListArea): Select {
  const { messages, last } = selection;
  const others = messages.filter(({ _id: id }) => id !== message._id);
  if (!isRange && others.length < messages.length) return { ...selection, messages: others };
  const range = isRange ? between(area, last, message._id) : [];
  const added = new Map([...messages, ...range, message].map((each) => [each._id, each]));
  const inOrder = [...added.values()].toSorted((one, other) => one.sequence - other.sequence);
  return inOrder.length > SELECTED_MAX ? selection : { ...selection, messages: inOrder, last: message._id };
}

/** Changes what is open in the list, if that is the selection; without messages it ends. */
function change(
  setOpen: Dispatch<SetStateAction<OpenMessageAction | undefined>>,
  update: (selection: Select) => Select,
): void {
  setOpen((now) => {
    if (now?.kind !== 'select') return now;
    const next = update(now);
    return next.messages.length === 0 ? undefined : next;
  });
}

/**
 * Follows presses and keys in the list while messages are being selected (FT-07): a press, Space or Enter selects a message
 * or takes it out, with Shift all messages since the last one, and Escape ends it. Links, menus and gestures rest meanwhile.
 * Returns the function that stops it.
 */
export function followSelection(area: HTMLElement, current: () => MessageListArea): () => void {
  const stopping = new AbortController();
  const options = { signal: stopping.signal, capture: true };

  function take(event: MouseEvent | KeyboardEvent): void {
    event.preventDefault();
    event.stopPropagation();
    const list = current();
    const message = rowAt(event.target, list.rows)?.message;
    if (message && !message.isSaving)
      change(list.actions.setOpen, (now) => toggled(now, message, event.shiftKey, list));
  }
  const isSelecting = (): boolean => current().actions.selected !== undefined;

  area.addEventListener('click', (event) => isSelecting() && take(event), options);
  // With Shift the browser would select the text in between.
  area.addEventListener(
    'mousedown',
    (event) => isSelecting() && event.shiftKey && event.preventDefault(),
    options,
  );
  area.addEventListener(
    'keydown',
    (event) => {
      if (!isSelecting() || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') {
        event.stopPropagation();
        current().actions.setOpen(undefined);
      } else if (event.key === ' ' || event.key === 'Enter') take(event);
      else if (event.key.length === 1) event.stopPropagation();
    },
    options,
  );
  for (const gesture of ['pointerdown', 'touchstart', 'dblclick'] as const)
    area.addEventListener(gesture, (event) => isSelecting() && event.stopPropagation(), {
      ...options,
      passive: true,
    });
  return () => stopping.abort();
}
