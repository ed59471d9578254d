import type { GroupMessage, HistoryPage } from '@adda/contract/rooms';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addNewer,
  addOlder,
  confirmedMessage,
  hasGap,
  openBook,
  renameInBook,
  upsertMessages,
  type MessageBook,
} from './message-book.ts';
import { GROUP_ID, messageAt } from './rooms.fixture.ts';

const PAGE = 5;
const sequencesOf = (book: MessageBook) => book.messages.map((message) => message.sequence);

/** A server's room for one viewer: `hidden` sequences are whispers to others. */
function serverOf(hidden: ReadonlySet<number>) {
  let last = 0;
  const visible = () =>
    Array.from({ length: last }, (_, index) => index + 1)
      .filter((sequence) => !hidden.has(sequence))
      .map((sequence) => messageAt(sequence, { sender: sequence % 3 === 0 ? 'me' : 'riya' }));
  const page = (all: GroupMessage[], part: GroupMessage[]): HistoryPage => ({
    messages: part,
    has_more: part.length < all.length,
    last_sequence: last,
  });
  return {
    publish: () => (last += 1),
    newest: () => page(visible(), visible().slice(-PAGE)),
    before(time: string) {
      const older = visible().filter((message) => message.timestamp < time);
      return page(older, older.slice(-PAGE));
    },
    after(sequence: number) {
      const newer = visible().filter((message) => message.sequence > sequence);
      return page(newer, newer.slice(0, PAGE));
    },
    find: (sequence: number) => visible().find((message) => message.sequence === sequence),
    visible,
  };
}

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('publish', 'event', 'confirm', 'ask', 'answer', 'askOlder', 'answerOlder' as const),
    pick: fc.nat(60),
  }),
  { maxLength: 120, size: 'max' },
);

describe('the messages of a room', () => {
  it('R-02, R-03, R-04: pages, events, confirmations and polls in any order make each message appear once, in order', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.array(fc.integer({ min: 1, max: 80 })), steps, (before, hidden, script) => {
        const server = serverOf(new Set(hidden));
        for (let said = 0; said < before; said += 1) server.publish();
        let book = openBook(server.newest());
        let asked: { from: number; page: HistoryPage } | undefined;
        let askedOlder: { before: string; page: HistoryPage } | undefined;
        let total = before;
        for (const { kind, pick } of script) {
          if (kind === 'publish') total = server.publish();
          // Any event that was ever published may arrive now, again, or never.
          const message = server.find(1 + (pick % Math.max(1, total)));
          const isHeld = (message?.sequence ?? 0) > (book.messages[0]?.sequence ?? before);
          if (kind === 'event' && message && isHeld) book = upsertMessages(book, [message]);
          if (kind === 'confirm' && message && isHeld && message.sender === 'me') {
            const words = { groupId: GROUP_ID, sender: 'me', content: message.content, recipients: [] };
            book = upsertMessages(book, [confirmedMessage(words, message)]);
          }
          if (kind === 'ask') asked = { from: book.checkedTo, page: server.after(book.checkedTo) };
          if (kind === 'answer' && asked) book = addNewer(book, asked.page, asked.from);
          const oldest = book.messages[0]?.timestamp;
          if (kind === 'askOlder' && oldest) askedOlder = { before: oldest, page: server.before(oldest) };
          if (kind === 'answerOlder' && askedOlder) book = addOlder(book, askedOlder.page, askedOlder.before);
        }
        for (let page = server.after(book.checkedTo); ; page = server.after(book.checkedTo)) {
          book = addNewer(book, page, book.checkedTo);
          if (!page.has_more && !hasGap(book)) break;
        }
        const from = book.messages[0]?.sequence ?? Number.POSITIVE_INFINITY;
        const expected = server.visible().filter((message) => message.sequence >= from);
        expect(book.messages).toEqual(expected);
        expect(book.hasOlder).toBe(expected.length < server.visible().length);
      }),
      { numRuns: 120 },
    );
  }, 30_000);

  it('GC-47: a confirmation shows the message, and the server’s own version takes its place in either order', () => {
    const stored = messageAt(1, { sender: 'me', content: 'hello', recipient_usernames: ['riya'] });
    const words = { groupId: GROUP_ID, sender: 'me', content: 'hello', recipients: [] };
    const confirmed = confirmedMessage(words, stored);
    const empty = openBook({ messages: [], has_more: false, last_sequence: 0 });
    expect(upsertMessages(empty, [confirmed]).messages[0]).toMatchObject({
      _id: stored._id,
      content: 'hello',
    });
    expect(upsertMessages(upsertMessages(empty, [confirmed]), [stored]).messages).toEqual([stored]);
    expect(upsertMessages(upsertMessages(empty, [stored]), [confirmed]).messages).toEqual([stored]);
  });

  it('R-04: sees a jump in the sequence, and takes it for somebody’s whisper once the server was asked', () => {
    const book = openBook({ messages: [messageAt(1)], has_more: false, last_sequence: 1 });
    const jumped = upsertMessages(book, [messageAt(3)]);
    expect(hasGap(jumped)).toBe(true);
    const asked = addNewer(jumped, { messages: [messageAt(3)], has_more: false, last_sequence: 3 }, 1);
    expect(hasGap(asked)).toBe(false);
    expect(hasGap(upsertMessages(asked, [messageAt(4)]))).toBe(false);
  });

  it('a deletion is not undone by an older version', () => {
    const book = openBook({ messages: [messageAt(1)], has_more: false, last_sequence: 1 });
    const deleted = upsertMessages(book, [messageAt(1, { is_deleted: true, content: '' })]);
    expect(upsertMessages(deleted, [messageAt(1)]).messages[0]).toMatchObject({
      is_deleted: true,
      content: '',
    });
  });

  it('X-35: a notice stays where it came in, once', () => {
    const notice = messageAt(0, { _id: '0-1', sender: 'system', is_private_notification: true });
    const book = openBook({ messages: [messageAt(1)], has_more: false, last_sequence: 1 });
    const told = upsertMessages(upsertMessages(book, [notice]), [notice, messageAt(2)]);
    expect(told.notices).toEqual([{ message: notice, afterSequence: 1 }]);
    expect(sequencesOf(told)).toEqual([1, 2]);
    expect(hasGap(told)).toBe(false);
  });

  it('SV-04: another name goes to what was said and to what was whispered', () => {
    const whisper = messageAt(2, { sender: 'asha', recipient_usernames: ['_guest-ivy'], is_private: true });
    const page = {
      messages: [messageAt(1, { sender: '_guest-ivy' }), whisper],
      has_more: false,
      last_sequence: 2,
    };
    const renamed = renameInBook(openBook(page), '_guest-ivy', 'ivy').messages;
    expect(renamed.map((message) => [message.sender, message.recipient_usernames])).toEqual([
      ['ivy', []],
      ['asha', ['ivy']],
    ]);
  });
});
