import { isBlankText, MESSAGE_MAX_LENGTH, type MessageDraft } from '@adda/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../platform/api-error.ts';
import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/session.ts';
import { userStorageKey } from '../../../platform/user-storage.ts';
import type { Draft } from '../composer/attachments.ts';
import type { Conversation } from '../history/conversation.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { cacheDraft, cachedTime, type DraftPlace } from './drafts.queries.ts';
import type { HeldDraft } from './draft-line.tsx';

/** A draft is stored this long after the last key press, in ms. */
export const DRAFT_IDLE_MS = 1000;

/** Delay after a request that reached no server, in ms. */
const RETRY_MS = 10_000;

/** The part of a draft that all devices share: the text, and the id of the message that it replies to. */
export type DraftContent = { readonly text: string; readonly replyTo: string | null };

/** The content that this tab and the server had in common last, with the server's time; empty without one. */
type Synced = DraftContent & { readonly updatedAt: string };

const NOTHING: Synced = { text: '', replyTo: null, updatedAt: '' };

const isSame = (one: DraftContent, other: DraftContent | undefined): boolean =>
  one.text === other?.text && one.replyTo === other.replyTo;

/** A blank text is no draft for the server. */
const contentOf = ({ text, replyTo }: Draft): DraftContent =>
  isBlankText(text) ? NOTHING : { text, replyTo: replyTo?.quote.message_id ?? null };

function readSynced(key: string): Synced {
  try {
    const stored: Partial<Synced> | null = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return { ...NOTHING, ...stored };
  } catch {
    return NOTHING;
  }
}

const draftOf = (place: DraftPlace, { text, replyTo }: DraftContent, updatedAt: string): MessageDraft => ({
  ...place,
  text,
  reply_to: replyTo,
  updated_at: updatedAt,
});

/** Stores a draft on the server and in the cache; returns the server's time. Throws ApiError. */
async function store(client: QueryClient, place: DraftPlace, content: DraftContent): Promise<string> {
  const { text, replyTo } = content;
  // Completes also while the page is being left.
  const { draft } = await api('PUT /drafts', {
    body: { ...place, text, reply_to: replyTo },
    keepalive: true,
  });
  const updatedAt = draft?.updated_at ?? cachedTime(client, place);
  cacheDraft(client, draft ?? draftOf(place, NOTHING, updatedAt));
  return updatedAt;
}

/** Whether a request that failed with this error can succeed later. */
const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.isUnreachable || error.status >= 500 || error.status === 429;

/** Calls `push` when the page is hidden or left, and when the browser is online again. Returns the function that stops it. */
function whenLeaving(push: () => void): () => void {
  const pushIfHidden = () => {
    if (document.hidden) push();
  };
  addEventListener('online', push);
  addEventListener('pagehide', push);
  document.addEventListener('visibilitychange', pushIfHidden);
  return () => {
    removeEventListener('online', push);
    removeEventListener('pagehide', push);
    document.removeEventListener('visibilitychange', pushIfHidden);
  };
}

/**
 * Returns the state of the server if it is later than the one in common. A draft that the server has no more counts only if
 * the input is unchanged: a list may be older than what was stored since.
 */
function newsOf(held: HeldDraft | undefined, synced: Synced, isUnchanged: boolean): Synced | undefined {
  if (!held)
    return isUnchanged && synced.text !== '' ? { ...NOTHING, updatedAt: synced.updatedAt } : undefined;
  const { text, replyTo, updatedAt, isLocal } = held;
  const isRemoval = updatedAt === synced.updatedAt && text === '' && synced.text !== '';
  return !isLocal && (updatedAt > synced.updatedAt || isRemoval) ? { text, replyTo, updatedAt } : undefined;
}

/** Keeps the draft of one conversation in this tab and on the server the same (FT-04). */
export type DraftSync = ReturnType<typeof createDraftSync>;

/**
 * Creates the synchronization. What the user types here is stored after a pause. A change of another device is shown only
 * if the input is empty, or has not changed since it was stored; otherwise the text here is stored again, so that the last
 * change wins and nothing that is typed is lost. Requests are sent one after the other.
 */
function createDraftSync(client: QueryClient, account: string, { id, searchedBy: place }: Conversation) {
  const key = `${userStorageKey('draft', account, id)}/synced`;
  let local: DraftContent = NOTHING;
  let synced = NOTHING;
  /** Content that the server has not answered yet. */
  let sending: DraftContent | undefined;
  /** Content that the server refused; it is not sent again. */
  let refused: DraftContent | undefined;
  /** A change of another device that the input does not show yet. */
  let incoming: Synced | undefined;
  let outbox: Pick<Outbox, 'isBusy'> | undefined;
  let show: ((content: DraftContent) => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function keep(state: Synced): void {
    synced = state;
    // A response may arrive after logging out, when nothing of the user may be left.
    if (state.text === '' || session.current()?.username !== account) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(state));
  }

  const isDue = (): boolean => !isSame(local, synced) && !isSame(local, refused);

  function pushIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void push(), ms);
  }

  /** Stores the content of the input, if it differs from that on the server. */
  async function push(): Promise<void> {
    clearTimeout(timer);
    const isAllowed = session.current()?.username === account && local.text.length <= MESSAGE_MAX_LENGTH;
    if (sending || incoming || !isDue() || !isAllowed) return;
    // The server removes the draft when it stores a message, so the text for the next message is stored after it.
    if (outbox?.isBusy() && local.text !== '') {
      pushIn(DRAFT_IDLE_MS);
      return;
    }
    sending = local;
    let isUnreachable = false;
    try {
      const updatedAt = await store(client, place, sending);
      // An event of another device may have brought a later state.
      if (updatedAt >= synced.updatedAt) keep({ ...sending, updatedAt });
      refused = undefined;
    } catch (error) {
      isUnreachable = isTemporary(error);
      if (!isUnreachable) refused = sending;
    }
    sending = undefined;
    if (isDue()) pushIn(isUnreachable ? RETRY_MS : show ? DRAFT_IDLE_MS : 0);
  }

  const pushNow = () => void push();
  const pushLater = () => (isDue() ? pushIn(DRAFT_IDLE_MS) : clearTimeout(timer));
  return {
    /**
     * Saves changes of the input. The returned function stops that, after it has saved the last change; `onRemote` is
     * called with drafts of other devices.
     */
    open(onRemote: (content: DraftContent) => void): () => void {
      // Logging out has removed it.
      if (!sending) synced = readSynced(key);
      show = onRemote;
      const stop = whenLeaving(pushNow);
      return () => {
        show = undefined;
        incoming = undefined;
        stop();
        // Lists show the text at once.
        if (isDue()) cacheDraft(client, draftOf(place, local, cachedTime(client, place)), true);
        pushNow();
      };
    },

    /** Call with the outbox of the conversation. */
    sendsBy: (given: Pick<Outbox, 'isBusy'>) => void (outbox = given),

    /** Call with each content of the input. */
    changed(draft: Draft): void {
      local = contentOf(draft);
      if (incoming) keep(incoming);
      incoming = undefined;
      pushLater();
    },

    /** Call with the draft on the server; undefined if the server has none. */
    received(held: HeldDraft | undefined): void {
      const news = newsOf(held, synced, !sending && isSame(local, synced));
      if (!news) return;
      const isUntouched = local.text === '' || isSame(local, synced) || isSame(local, sending);
      if (show && isUntouched && !isSame(local, news) && sending?.text !== news.text) {
        clearTimeout(timer);
        incoming = news;
        show(news);
      } else {
        keep(news);
        pushLater();
      }
    },
  };
}

const syncs = new WeakMap<QueryClient, Map<string, DraftSync>>();

/** Returns the synchronization of a conversation; the same object until the page is left. */
export function draftSyncOf(client: QueryClient, account: string, conversation: Conversation): DraftSync {
  const ofClient = syncs.get(client) ?? new Map<string, DraftSync>();
  syncs.set(client, ofClient);
  const key = userStorageKey('draft', account, conversation.id);
  const sync = ofClient.get(key) ?? createDraftSync(client, account, conversation);
  ofClient.set(key, sync);
  return sync;
}
