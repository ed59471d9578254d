import { messageFields } from '@adda/contract/messages';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { confirmedMessage } from '../chat/chat-session.ts';
import type { ChatHistoryPage, ChatMessage, ChatReactions } from './conversation.ts';
import { addNewer, addOlder, hasGap, openStore, upsertMessages, type MessageStore } from './message-store.ts';
import { applyDeletionEvent, mergeReactions } from './live-changes.ts';
import { applyPageChanges } from './message-changes.ts';
import { messageAt } from '../../rooms/rooms.fixture.ts';

const PAGE = 5;

const deletedAt = (sequence: number) =>
  messageAt(sequence, { sender: senderOf(sequence), content: '', is_deleted: true });
const senderOf = (sequence: number) => (sequence % 3 === 0 ? 'me' : 'riya');

/** Fields common to all messages: an acknowledgement has only these. The version of an event may be a later one. */
const bare = (message: ChatMessage) =>
  Object.fromEntries(Object.entries(message).filter(([name]) => name in messageFields && name !== 'version'));

const reactedWith = (count: number) =>
  count === 0 ? [] : [{ emoji: '👍', count, mine: false, usernames: ['riya'] }];

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
  let revision = 0;
  const isHidden = (sequence: number) => hiddenByReader.some((each) => each.sequence === sequence);
  const isDeleted = (sequence: number) => deletions.some((each) => each.sequence === sequence);
  const present = (sequence: number) => {
    const { count = 0, version = 0 } = reactions.get(sequence) ?? {};
    return messageAt(sequence, { sender: senderOf(sequence), reactions: reactedWith(count), version });
  };
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
    publish: () => (last += 1),
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
    find: (sequence: number) =>
      sequence > last || hidden.has(sequence)
        ? undefined
        : messageAt(sequence, { sender: senderOf(sequence) }),
    visible,
  };
}

const words = (content: string) => ({
  sender: 'me',
  content,
  attachments: {},
  recipients: [],
});

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

type Step = { kind: (typeof kinds)[number]; pick: number };

/** Runs a script of random interactions between one client and the server, in any order and number. */
function play(server: ReturnType<typeof serverOf>, script: readonly Step[], before: number): MessageStore {
  let store = openStore(server.newest());
  let asked: { from: number; since: number; page: ChatHistoryPage } | undefined;
  let askedOlder: { before: string; page: ChatHistoryPage } | undefined;
  let askedNewest: ChatHistoryPage | undefined;
  const events: ReturnType<typeof server.clear>[] = [];
  const reactions: (() => ChatReactions)[] = [];
  const sentReactions: ChatReactions[] = [];
  let total = before;
  for (const { kind, pick } of script) {
    if (kind === 'publish') total = server.publish();
    // Any published event may arrive now, again, or never.
    const message = server.find(1 + (pick % Math.max(1, total)));
    const isAboveStart = (message?.sequence ?? 0) > (store.messages[0]?.sequence ?? before);
    if (kind === 'event' && message && isAboveStart) store = upsertMessages(store, [message]);
    if (kind === 'confirm' && message && isAboveStart && message.sender === 'me') {
      store = upsertMessages(store, [confirmedMessage(words(message.content), message)]);
    }
    if (kind === 'ask') {
      const { checkedTo: from, revision: since } = store;
      asked = { from, since, page: server.after(from, since) };
    }
    if (kind === 'answer' && asked) {
      store = applyPageChanges(addNewer(store, asked.page, asked.from), asked.page, asked.since);
    }
    const oldest = store.messages[0]?.timestamp;
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
    if (kind === 'reaction' && reactions.length > 0) {
      // Sent now, or sent before and delayed.
      const now = reactions[pick % reactions.length];
      if (now) sentReactions.push(now());
      const event = sentReactions[pick % sentReactions.length];
      if (event) store = { ...store, messages: mergeReactions(store.messages, event) };
    }
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

/** A page of older messages arrives after a newer reload that contains a deletion in it. */
const lateOlderPage: [number, number[], Step[]] = [
  1,
  [],
  (
    [
      ...Array.from({ length: 5 }, () => 'publish' as const),
      ...([
        'askNewest',
        'answerNewest',
        'askOlder',
        'delete',
        'askNewest',
        'answerNewest',
        'answerOlder',
      ] as const),
    ] as const
  ).map((kind) => ({ kind, pick: 0 })),
];

/** A response to a request from before a reload arrives after it, with messages before the new start of the store. */
const lateCatchUp: [number, number[], Step[]] = [
  0,
  [],
  (
    [
      'publish',
      'ask',
      ...Array.from({ length: 8 }, () => 'publish' as const),
      ...(['askNewest', 'answerNewest', 'answer'] as const),
    ] as const
  ).map((kind) => ({ kind, pick: 0 })),
];

describe('the message store of a room', () => {
  it('R-02, R-03, R-04, Q-06, Q-07, RX-03, RX-05: pages, events, acknowledgements, deletions, reactions and polls in any order show each message once, in order, with its latest reactions, and no deleted one', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.array(fc.integer({ min: 1, max: 80 })), steps, (before, hidden, script) => {
        const server = serverOf(new Set(hidden));
        for (let published = 0; published < before; published += 1) server.publish();
        const store = caughtUp(server, play(server, script, before));
        const from = store.messages[0]?.sequence ?? Number.POSITIVE_INFINITY;
        const expected = server.visible().filter((message) => message.sequence >= from);
        expect(store.messages.map(bare)).toEqual(expected.map(bare));
        // A wrong "has more" is corrected by one request; a wrong "no more" would never be.
        if (expected.length < server.visible().length) expect(store.hasOlder).toBe(true);
        else if (!script.some(({ kind }) => kind === 'clear' || kind === 'hide'))
          expect(store.hasOlder).toBe(false);
      }),
      { numRuns: 200, examples: [lateOlderPage, lateCatchUp] },
    );
  }, 30_000);
});
