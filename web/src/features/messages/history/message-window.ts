/**
 * Going to the window far before the newest messages and leaving it (RY-04). Loaded after the messages.
 */
import { HISTORY_PAGE } from '@adda/contract/messages';
import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { toast } from '../../../ui/toast-store.ts';
import type { ChatMessage, Conversation } from './conversation.ts';
import { addNewerToFar, openFar } from './far-window.ts';
import { applyPageChanges } from './message-changes.ts';
import { cachedStore, changeStore } from './message-history.ts';
import { placeOf } from './message-order.ts';

/** Shows the newest messages again. */
export const closeFar = (client: QueryClient, conversation: Conversation): void =>
  changeStore(client, conversation, (store) => (store.far ? { ...store, far: undefined } : store));

/**
 * Shows the messages around one, in a window if they are far from the newest ones. With `isExact` nothing changes unless
 * the message itself is there. Returns whether it is shown. Throws ApiError.
 */
async function showMessage(
  client: QueryClient,
  conversation: Conversation,
  sequence: number,
  isExact: boolean,
): Promise<boolean> {
  const held = cachedStore(client, conversation);
  if (!held) return false;
  const isIn = (messages: readonly ChatMessage[]) =>
    messages[placeOf(messages, sequence)]?.sequence === sequence;
  if (held.far && isIn(held.far.messages)) return true;
  if (isIn(held.messages)) {
    closeFar(client, conversation);
    return true;
  }
  const page = await conversation.readHistory({ around_sequence: sequence });
  if (page.messages.length === 0 || (isExact && !isIn(page.messages))) return false;
  changeStore(client, conversation, (store) =>
    applyPageChanges(openFar(store, page, sequence), page, undefined),
  );
  return true;
}

/** A place to show, with `isMarked` exactly this message. */
type Shown<Place> = { readonly place: Place; readonly isMarked: boolean; readonly keepsFocus: boolean };

/** Shows the messages around a place and calls `aim`; a toast says why not. Returns whether they are shown. */
export async function showPlace<Place extends { readonly sequence: number }>(
  client: QueryClient,
  conversation: Conversation,
  shown: Shown<Place>,
  aim: (shown: Shown<Place>) => void,
): Promise<boolean> {
  try {
    const isHere = await showMessage(client, conversation, shown.place.sequence, shown.isMarked);
    if (isHere) aim(shown);
    else toast.problem(t`This message is not here any more`);
    return isHere;
  } catch (error) {
    toast.problem(error instanceof ApiError ? error.message : t`Check your connection and try again.`);
    return false;
  }
}

/** Loads the page after the window. Throws ApiError. */
export async function loadNewer(client: QueryClient, conversation: Conversation): Promise<void> {
  const from = cachedStore(client, conversation)?.far?.messages.at(-1)?.sequence;
  if (from === undefined) return;
  const page = await conversation.readHistory({ after_sequence: from, limit: HISTORY_PAGE });
  changeStore(client, conversation, (store) =>
    applyPageChanges(addNewerToFar(store, page, from), page, undefined),
  );
}
