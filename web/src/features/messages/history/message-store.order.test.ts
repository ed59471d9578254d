import { messageFields, type Quote } from '@adda/contract/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmedMessage } from '../chat/chat-session.ts';
import type { ChatEdit, ChatHistoryPage, ChatMessage, ChatPreview, ChatReactions } from './conversation.ts';
import { addNewer, addOlder, hasGap, openStore, upsertMessages, type MessageStore } from './message-store.ts';
import { applyDeletionEvent, mergePreview, mergeReactions } from './live-changes.ts';
import { applyEdit, applyPageChanges } from './message-changes.ts';
import { asProvisional } from './message-order.ts';
import { addNewerToFar, openFar } from './far-window.ts';
import { changeAll } from './quotes.ts';
import { messageAt } from '../../rooms/rooms.fixture.ts';

const PAGE = 5;

/** Random scripts of interactions; more with `PROPERTY_RUNS`. */
const RUNS = Number(process.env.PROPERTY_RUNS ?? 500);

const deletedAt = (sequence: number) =>
  messageAt(sequence, { sender: senderOf(sequence), content: '', is_deleted: true });

const noFacts = { excerpt: '', has_image: false, has_voice: false, has_video: false, is_deleted: false };
const senderOf = (sequence: number) => (sequence % 3 === 0 ? 'me' : 'riya');

/** Fields common to all messages: an acknowledgement has only these. The version of an event may be a later one. */
const bare = (message: ChatMessage) =>
  Object.fromEntries(Object.entries(message).filter(([name]) => name in messageFields && name !== 'version'));

/** The message that a message replies to; undefined for most. */
const originalOf = (sequence: number): number | undefined =>
  sequence % 3 === 2 && sequence > 2 ? sequence - 1 - (sequence % 5) || undefined : undefined;

const reactedWith = (count: number) =>
  count === 0 ? [] : [{ emoji: '👍', count, mine: false, usernames: ['riya'] }];

/** The card of a message; an edit ends it. */
const cardOf = (n: number | undefined) =>
  n === undefined ? null : { url: 'https://a.example/', title: `card ${n}`, site: 'A', image_url: null };

type Marked = { readonly sequence: number; readonly revision: number };

const after = (all: readonly Marked[], since: number): number[] =>
  all.flatMap((each) => (each.revision > since ? [each.sequence] : []));

/** A fake server conversation for one viewer: `hidden` sequences are whispers to other users. */
function serverOf(hidden: ReadonlySet<number>) {
  let last = 0;
  let clearedTo = 0;
  const deletions: { sequence: number; revision: number }[] = [];
  const hiddenByReader: { sequence: number; revision: number }[] = [];
  const reactions = new Map<number, { count: number; version: number }>();
  const cards = new Map<number, { n: number; version: number }>();
  let revision = 0;
  const isHidden = (sequence: number) => hiddenByReader.some((each) => each.sequence === sequence);
  const isDeleted = (sequence: number) => deletions.some((each) => each.sequence === sequence);
  const edits = new Map<number, { text: string; revision: number }>();
  const textOf = (sequence: number) => edits.get(sequence)?.text ?? messageAt(sequence).content;
  const quoteOf = (sequence: number | undefined): Quote | null => {
    if (sequence === undefined) return null;
    const quote = { message_id: messageAt(sequence)._id, sequence, ...noFacts, sender: senderOf(sequence) };
    if (hidden.has(sequence) || isHidden(sequence) || sequence <= clearedTo)
      return { ...quote, sender: null };
    if (isDeleted(sequence)) return { ...quote, is_deleted: true };
    return { ...quote, excerpt: textOf(sequence) };
  };
  const present = (sequence: number) => {
    const original = originalOf(sequence);
    const { count = 0, version = 0 } = reactions.get(sequence) ?? {};
    const { n, version: cardVersion = 0 } = cards.get(sequence) ?? {};
    const changes = [original, sequence].map((each = 0) => edits.get(each)?.revision ?? 0);
    const deletion = deletions.find((each) => each.sequence === original)?.revision ?? 0;
    // A change of the original before the reply was sent is none of the reply.
    const later = [...changes, deletion].filter((each) => each > (sentAt.get(sequence) ?? 0));
    return messageAt(sequence, {
      sender: senderOf(sequence),
      content: textOf(sequence),
      edited_at: edits.has(sequence) ? messageAt(1).timestamp : null,
      reply_to: quoteOf(original),
      reactions: reactedWith(count),
      preview: cardOf(n),
      version: Math.max(version, cardVersion, ...later),
    });
  };
  /** Messages as they were sent, and the revision then. */
  const sent = new Map<number, ChatMessage>();
  const sentAt = new Map<number, number>();
  const visible = () =>
    Array.from({ length: last }, (_, index) => index + 1)
      .filter((sequence) => sequence > clearedTo && !hidden.has(sequence) && !isHidden(sequence))
      .map((sequence) => (isDeleted(sequence) ? deletedAt(sequence) : present(sequence)));
  const page = (all: ChatMessage[], part: ChatMessage[], since?: number): ChatHistoryPage => ({
    messages: part,
    has_more: part.length < all.length,
    last_sequence: last,
    revision,
    cleared_to: clearedTo,
    deleted_sequences: since === undefined ? [] : after(deletions, since),
    hidden_sequences: since === undefined ? [] : after(hiddenByReader, since),
    changed_messages:
      since === undefined
        ? []
        : visible().filter(({ is_deleted, version }) => !is_deleted && version > since),
  });
  const event = (sequences: number[], isForReader = false) => ({
    sequences,
    cleared_to: clearedTo,
    hidden: isForReader,
  });
  return {
    publish() {
      last += 1;
      sentAt.set(last, revision);
      sent.set(last, present(last));
      return last;
    },
    /** The event has the message and the revision at sending. */
    edit(sequence: number): (() => ChatEdit) | undefined {
      if (isDeleted(sequence) || isHidden(sequence) || hidden.has(sequence) || sequence <= clearedTo)
        return undefined;
      revision += 1;
      edits.set(sequence, { text: `text of ${revision}`, revision });
      cards.delete(sequence);
      return () => ({ ...(isDeleted(sequence) ? deletedAt(sequence) : present(sequence)), revision });
    },
    around(sequence: number): ChatHistoryPage {
      const all = visible();
      const place = all.findIndex((message) => message.sequence >= sequence);
      const middle = place === -1 ? all.length : place;
      const part = all.slice(Math.max(0, middle - 2), middle + 3);
      return {
        ...page(all, part),
        has_more_before: middle > 2,
        has_more_after: middle + 3 < all.length,
      };
    },
    afterWindow(sequence: number) {
      const newer = visible().filter((message) => message.sequence > sequence);
      return page(newer, newer.slice(0, PAGE));
    },
    delete(sequence: number) {
      if (isDeleted(sequence) || sequence <= clearedTo) return event([]);
      revision += 1;
      deletions.push({ sequence, revision });
      return event([sequence]);
    },
    hide(sequence: number) {
      if (isHidden(sequence) || sequence <= clearedTo) return event([]);
      revision += 1;
      hiddenByReader.push({ sequence, revision });
      return event([sequence], true);
    },
    /** The event has the state and the revision at sending, which may be later than the change. */
    react(sequence: number): () => ChatReactions {
      const { count = 0 } = reactions.get(sequence) ?? {};
      if (!isDeleted(sequence)) {
        revision += 1;
        reactions.set(sequence, { count: count + 1, version: revision });
      }
      return () => ({
        message_id: messageAt(sequence)._id,
        sequence,
        reactions: reactedWith(reactions.get(sequence)?.count ?? 0),
        revision,
      });
    },
    /** The event has the card and the revision at sending. */
    card(sequence: number): () => ChatPreview {
      if (!isDeleted(sequence)) {
        revision += 1;
        cards.set(sequence, { n: revision, version: revision });
      }
      return () => ({
        message_id: messageAt(sequence)._id,
        sequence,
        preview: cardOf(cards.get(sequence)?.n),
        revision,
      });
    },
    clear() {
      revision += 1;
      clearedTo = last;
      return event([]);
    },
    newest: () => page(visible(), visible().slice(-PAGE)),
    before(time: string) {
      const older = visible().filter((message) => message.timestamp < time);
      return page(older, older.slice(-PAGE));
    },
    after(sequence: number, since: number) {
      const newer = visible().filter((message) => message.sequence > sequence);
      return page(newer, newer.slice(0, PAGE), since);
    },
    /** Published events; each may arrive at any time, also after the message's deletion. */
    find: (sequence: number) => (hidden.has(sequence) ? undefined : sent.get(sequence)),
    visible,
  };
}

const words = (content: string) => ({ sender: 'me', content, attachments: {}, recipients: [] });

const kinds = [
  'publish',
  'event',
  'confirm',
  'ask',
  'answer',
  'askOlder',
  'answerOlder',
  'askNewest',
  'answerNewest',
  'delete',
  'hide',
  'clear',
  'deletion',
  'react',
  'reaction',
  'card',
  'preview',
  'edit',
  'edited',
  'askAround',
  'answerAround',
  'askNewer',
  'answerNewer',
  'closeWindow',
] as const;

const steps = fc.array(
  fc.record({
    // Clearing everything is rare.
    kind: fc.oneof(
      { weight: 30, arbitrary: fc.constantFrom(...kinds.filter((kind) => kind !== 'clear')) },
      { weight: 1, arbitrary: fc.constant('clear' as const) },
    ),
    pick: fc.nat(60),
  }),
  { maxLength: 120, size: 'max' },
);

const messageOf = ({ revision: _revision, ...message }: ChatEdit): ChatMessage => message;

type Step = { kind: (typeof kinds)[number]; pick: number };

/** Returns an event that is sent now, or was sent before and is delayed; undefined if there was none. */
function arriving<Event>(made: readonly (() => Event)[], sent: Event[], pick: number): Event | undefined {
  const now = made[pick % made.length];
  if (now) sent.push(now());
  return sent[pick % sent.length];
}

/** Runs a script of random interactions between one client and the server, in any order and number. */
function play(server: ReturnType<typeof serverOf>, script: readonly Step[], before: number): MessageStore {
  let store = openStore(server.newest());
  let asked: { from: number; since: number; page: ChatHistoryPage } | undefined;
  let askedOlder: { before: string; page: ChatHistoryPage } | undefined;
  let askedNewest: ChatHistoryPage | undefined;
  const events: ReturnType<typeof server.clear>[] = [];
  let askedAround: { around: number; page: ChatHistoryPage } | undefined;
  let askedNewer: { from: number; page: ChatHistoryPage } | undefined;
  const edits: (() => ChatEdit)[] = [];
  const sentEdits: ChatEdit[] = [];
  const reactions: (() => ChatReactions)[] = [];
  const sentReactions: ChatReactions[] = [];
  const cards: (() => ChatPreview)[] = [];
  const sentCards: ChatPreview[] = [];
  let total = before;
  for (const { kind, pick } of script) {
    if (kind === 'publish') total = server.publish();
    // Any published event may arrive now, again, or never.
    const message = server.find(1 + (pick % Math.max(1, total)));
    const isAboveStart = (message?.sequence ?? 0) > (store.messages[0]?.sequence ?? before);
    if (kind === 'event' && message && isAboveStart) store = upsertMessages(store, [message]);
    if (kind === 'confirm' && message && isAboveStart && message.sender === 'me') {
      // The sender has what it sent: a quote, and facts that are null in this model.
      const own = {
        ...message,
        ...confirmedMessage(words(message.content), message),
        reply_to: message.reply_to,
      };
      store = upsertMessages(store, [asProvisional(own)]);
    }
    if (kind === 'ask') {
      const { checkedTo: from, revision: since } = store;
      asked = { from, since, page: server.after(from, since) };
    }
    if (kind === 'answer' && asked) {
      store = applyPageChanges(addNewer(store, asked.page, asked.from), asked.page, asked.since);
    }
    const oldest = (store.far ?? store).messages[0]?.timestamp;
    if (kind === 'askOlder' && oldest) askedOlder = { before: oldest, page: server.before(oldest) };
    if (kind === 'answerOlder' && askedOlder) {
      const { page } = askedOlder;
      store = applyPageChanges(addOlder(store, page, askedOlder.before), page, undefined);
    }
    if (kind === 'askNewest') askedNewest = server.newest();
    if (kind === 'answerNewest' && askedNewest) store = openStore(askedNewest, store);
    if (kind === 'delete' && message) events.push(server.delete(message.sequence));
    if (kind === 'hide' && message) events.push(server.hide(message.sequence));
    if (kind === 'clear') events.push(server.clear());
    if (kind === 'react' && message) reactions.push(server.react(message.sequence));
    const reaction = kind === 'reaction' && arriving(reactions, sentReactions, pick);
    if (reaction) store = changeAll(store, (messages) => mergeReactions(messages, reaction));
    if (kind === 'card' && message) cards.push(server.card(message.sequence));
    const card = kind === 'preview' && arriving(cards, sentCards, pick);
    if (card) store = changeAll(store, (messages) => mergePreview(messages, card));
    if (kind === 'edit' && message) edits.push(...[server.edit(message.sequence) ?? []].flat());
    const edit = kind === 'edited' && arriving(edits, sentEdits, pick);
    if (edit) store = applyEdit(store, messageOf(edit));
    if (kind === 'askAround') {
      const around = 1 + (pick % Math.max(1, total));
      askedAround = { around, page: server.around(around) };
    }
    if (kind === 'answerAround' && askedAround) {
      const { page, around } = askedAround;
      store = applyPageChanges(openFar(store, page, around), page, undefined);
    }
    const end = store.far?.messages.at(-1)?.sequence;
    if (kind === 'askNewer' && end) askedNewer = { from: end, page: server.afterWindow(end) };
    if (kind === 'answerNewer' && askedNewer) {
      const { page, from } = askedNewer;
      store = applyPageChanges(addNewerToFar(store, page, from), page, undefined);
    }
    if (kind === 'closeWindow') store = { ...store, far: undefined };
    const deletion = events[pick % Math.max(1, events.length)];
    if (kind === 'deletion' && deletion) store = applyDeletionEvent(store, deletion);
  }
  return store;
}

/** Repeats the catch-up until it is complete. */
function caughtUp(server: ReturnType<typeof serverOf>, played: MessageStore): MessageStore {
  let store = played;
  for (;;) {
    const { checkedTo: from, revision: since } = store;
    const page = server.after(from, since);
    store = applyPageChanges(addNewer(store, page, from), page, since);
    if (!page.has_more && !hasGap(store)) return store;
  }
}

const stepsOf = (kinds: readonly Step['kind'][]): Step[] => kinds.map((kind) => ({ kind, pick: 0 }));
const published = (count: number) => Array.from({ length: count }, () => 'publish' as const);

/** A page of older messages arrives after a newer reload that contains a deletion in it. */
const lateOlderPage: [number, number[], Step[]] = [
  1,
  [],
  stepsOf([
    ...published(5),
    ...(['askNewest', 'answerNewest', 'askOlder', 'delete'] as const),
    ...(['askNewest', 'answerNewest', 'answerOlder'] as const),
  ]),
];

/** The event of a reply arrives again after the reader hid the quoted message and reloaded. */
const lateReply: [number, number[], Step[]] = [
  5,
  [],
  [{ kind: 'hide', pick: 3 }, ...stepsOf(['askNewest', 'answerNewest']), { kind: 'event', pick: 4 }],
];

/** A response to a request from before a reload arrives after it, with messages before the new start of the store. */
const lateCatchUp: [number, number[], Step[]] = [
  0,
  [],
  stepsOf(['publish', 'ask', ...published(8), 'askNewest', 'answerNewest', 'answer']),
];

describe('the message store of a room', () => {
  it('R-02, R-03, R-04, Q-06, Q-07, RX-03, RX-05, RY-03, RY-04, ED-02, FT-05: pages, windows, events, acknowledgements, deletions, reactions, edits, cards and polls in any order show each message once, in order, with its latest text, reactions, card and quote, and no deleted one', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.array(fc.integer({ min: 1, max: 80 })), steps, (before, hidden, script) => {
        const server = serverOf(new Set(hidden));
        for (let published = 0; published < before; published += 1) server.publish();
        const store = caughtUp(server, play(server, script, before));
        const from = store.messages[0]?.sequence ?? Number.POSITIVE_INFINITY;
        const expected = server.visible().filter((message) => message.sequence >= from);
        expect(store.messages.map(bare)).toEqual(expected.map(bare));
        const window = store.far?.messages ?? [];
        const [first, end] = [window[0]?.sequence ?? 1, window.at(-1)?.sequence ?? 0];
        const inWindow = server.visible().filter(({ sequence }) => sequence >= first && sequence <= end);
        expect(window.map(bare)).toEqual(inWindow.map(bare));
        // A wrong "has more" is corrected by one request; a wrong "no more" would never be.
        if (expected.length < server.visible().length) expect(store.hasOlder).toBe(true);
        else if (!script.some(({ kind }) => kind === 'clear' || kind === 'hide'))
          expect(store.hasOlder).toBe(false);
      }),
      { numRuns: RUNS, examples: [lateOlderPage, lateCatchUp, lateReply] },
    );
  }, 120_000);
});
