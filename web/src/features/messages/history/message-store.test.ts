import { describe, expect, it } from 'vitest';
import { confirmedMessage } from '../chat/chat-session.ts';
import { addNewer, hasGap, openStore, upsertMessages, type MessageStore } from './message-store.ts';
import {
  addLocalNotice,
  applyDeletionEvent,
  hideSender,
  mergeReactions,
  renameInStore,
} from './live-changes.ts';
import { applyEdit, applyPageChanges, cleared, hide, markDeleted } from './message-changes.ts';
import { revisionOf } from './message-order.ts';
import { addNewerToFar, openFar } from './far-window.ts';
import { GROUP_ID, messageAt, pageOf } from '../../rooms/rooms.fixture.ts';

const sequencesOf = (store: MessageStore) => store.messages.map((message) => message.sequence);

const words = (content: string) => ({
  groupId: GROUP_ID,
  sender: 'me',
  content,
  attachments: {},
  recipients: [],
});

const thumbs = (count: number) => [{ emoji: '👍', count, mine: false, usernames: ['riya'] }];

const reacted = (sequence: number, revision: number) => ({
  message_id: messageAt(sequence)._id,
  sequence,
  reactions: thumbs(revision),
  revision,
});

describe('the message store of a room', () => {
  it('GC-47: an acknowledgement shows the message, and the server’s version replaces it in either order', () => {
    const stored = messageAt(1, { sender: 'me', content: 'hello', recipient_usernames: ['riya'] });
    const confirmed = confirmedMessage(words('hello'), stored);
    const empty = openStore(pageOf([]));
    expect(upsertMessages(empty, [confirmed]).messages[0]).toMatchObject({
      _id: stored._id,
      content: 'hello',
    });
    expect(upsertMessages(upsertMessages(empty, [confirmed]), [stored]).messages).toEqual([stored]);
    expect(upsertMessages(upsertMessages(empty, [stored]), [confirmed]).messages).toEqual([stored]);
  });

  it('R-04: detects a gap in the sequence, and treats it as a whisper to others after the catch-up', () => {
    const store = openStore(pageOf([messageAt(1)]));
    const withGap = upsertMessages(store, [messageAt(3)]);
    expect(hasGap(withGap)).toBe(true);
    const asked = addNewer(withGap, pageOf([messageAt(3)]), 1);
    expect(hasGap(asked)).toBe(false);
    expect(hasGap(upsertMessages(asked, [messageAt(4)]))).toBe(false);
  });

  it('an older version does not undo a deletion', () => {
    const store = openStore(pageOf([messageAt(1)]));
    const deleted = upsertMessages(store, [messageAt(1, { is_deleted: true, content: '' })]);
    expect(upsertMessages(deleted, [messageAt(1)]).messages[0]).toMatchObject({
      is_deleted: true,
      content: '',
    });
  });

  it('X-35: a notice stays at its position, once', () => {
    const notice = messageAt(0, { _id: '0-1', sender: 'system', is_private_notification: true });
    const store = openStore(pageOf([messageAt(1)]));
    const next = upsertMessages(upsertMessages(store, [notice]), [notice, messageAt(2)]);
    expect(next.notices).toEqual([{ message: notice, afterSequence: 1 }]);
    expect(sequencesOf(next)).toEqual([1, 2]);
    expect(hasGap(next)).toBe(false);
  });

  it('SV-04: a rename changes the sender and the recipients of whispers', () => {
    const whisper = messageAt(2, { sender: 'asha', recipient_usernames: ['_guest-ivy'], is_private: true });
    const page = pageOf([messageAt(1, { sender: '_guest-ivy' }), whisper]);
    const renamed = renameInStore(openStore(page), '_guest-ivy', 'ivy').messages;
    expect(renamed.map((message) => [message.sender, message.recipient_usernames])).toEqual([
      ['ivy', []],
      ['asha', ['ivy']],
    ]);
  });

  it('Q-06: a deletion is visible immediately, and an older version does not restore the text', () => {
    const image = { image_id: 'i', image_url: '/x', image_width: 3, image_height: 2, youtube_url: 'y' };
    const store = openStore(pageOf([messageAt(1, image), messageAt(2)]));
    const event = { group_id: GROUP_ID, message_ids: ['a-1'], sequences: [1], cleared_to: 0, revision: 1 };
    const deleted = applyDeletionEvent(store, event);
    expect(deleted.messages[0]).toEqual(messageAt(1, { content: '', is_deleted: true }));
    expect(upsertMessages(deleted, [messageAt(1, image)]).messages[0]?.content).toBe('');
    expect(openStore(pageOf([messageAt(1)]), deleted).messages[0]?.content).toBe('');
  });

  it('Q-06: a deletion that arrives before its message hides the text', () => {
    const next = markDeleted(openStore(pageOf([messageAt(1)])), [2]);
    expect(upsertMessages(next, [messageAt(2)]).messages[1]).toMatchObject({ content: '', is_deleted: true });
  });

  it('Q-06: an event does not change the revision, so that the next request includes earlier lost ones', () => {
    const store = openStore(pageOf([messageAt(1), messageAt(2)]));
    const event = { group_id: GROUP_ID, message_ids: [], sequences: [2], cleared_to: 0, revision: 2 };
    const later = applyDeletionEvent(store, event);
    expect(later.revision).toBe(0);
    const page = pageOf([], { last_sequence: 2, revision: 2, deleted_sequences: [1, 2] });
    const corrected = applyPageChanges(later, page, 0);
    expect(corrected.revision).toBe(2);
    expect(corrected.messages.map((message) => message.is_deleted)).toEqual([true, true]);
    expect(applyPageChanges(later, page, 1).revision).toBe(0);
  });

  it('GC-72: clearing removes everything up to a sequence, and nothing of it returns', () => {
    const filled = addLocalNotice(
      openStore(pageOf([messageAt(1), messageAt(2)], { has_more: true })),
      'riya left',
    );
    const store = upsertMessages(filled, [messageAt(3)]);
    const event = { group_id: GROUP_ID, message_ids: [], sequences: [], cleared_to: 2, revision: 1 };
    const cleared = applyDeletionEvent(store, event);
    expect(sequencesOf(cleared)).toEqual([3]);
    expect(cleared.notices).toEqual([]);
    expect(cleared.hasOlder).toBe(false);
    expect(sequencesOf(upsertMessages(cleared, [messageAt(2)]))).toEqual([3]);
    expect(sequencesOf(openStore(pageOf([messageAt(1), messageAt(2), messageAt(3)]), cleared))).toEqual([3]);
  });

  it('RX-05: of two copies of a message the higher version stays, in either order; a server without versions counts as 0', () => {
    const at = (version: number) => messageAt(1, { version, reactions: thumbs(version) });
    const empty = openStore(pageOf([]));
    const { version: _version, reactions: _reactions, ...unversioned } = messageAt(1);
    for (const [first, second] of [
      [at(3), at(2)],
      [at(2), at(3)],
      [at(3), unversioned],
      [unversioned, at(3)],
    ] as const) {
      expect(upsertMessages(upsertMessages(empty, [first]), [second]).messages).toEqual([at(3)]);
      expect(openStore(pageOf([at(2)]), openStore(pageOf([at(3)]))).messages).toEqual([at(3)]);
    }
    expect(
      upsertMessages(openStore(pageOf([at(3)])), [{ ...at(3), content: 'x' }]).messages[0]?.content,
    ).toBe('x');
  });

  it('RX-05: a deletion stays, whatever the version of a later copy', () => {
    const deleted = markDeleted(openStore(pageOf([messageAt(1, { reactions: thumbs(1), version: 1 })])), [1]);
    expect(deleted.messages[0]).toMatchObject({ is_deleted: true, reactions: [] });
    const later = upsertMessages(deleted, [messageAt(1, { reactions: thumbs(1), version: 9 })]);
    expect(later.messages[0]).toMatchObject({ is_deleted: true, content: '', reactions: [] });
    expect(mergeReactions(later.messages, reacted(1, 10))).toBe(later.messages);
  });

  it('RX-03: an event sets the reactions of a message, unless the message has a later version', () => {
    const store = openStore(pageOf([messageAt(1), messageAt(2)]));
    const next = mergeReactions(store.messages, reacted(2, 5));
    expect(next.map((message) => [revisionOf(message, 'reactions'), message.reactions])).toEqual([
      [0, []],
      [5, thumbs(5)],
    ]);
    expect(mergeReactions(next, reacted(2, 4))).toBe(next);
    expect(mergeReactions(next, reacted(3, 6))).toBe(next);
  });

  it('RX-03, GC-47: reactions to an own message that was just acknowledged stay when the server’s copy arrives', () => {
    const stored = messageAt(1, { sender: 'me', content: 'hello', recipient_usernames: ['riya'] });
    const confirmed = upsertMessages(openStore(pageOf([])), [confirmedMessage(words('hello'), stored)]);
    const messages = mergeReactions(confirmed.messages, reacted(1, 2));
    expect(upsertMessages({ ...confirmed, messages }, [stored]).messages).toEqual([
      { ...stored, reactionsRevision: 2, reactions: thumbs(2) },
    ]);
  });

  it('RX-05: changed messages of a catch-up update the held ones, and the revision moves', () => {
    const store = openStore(pageOf([messageAt(2), messageAt(3)], { has_more: true, revision: 1 }));
    const changed_messages = [1, 2].map((n) => messageAt(n, { version: 2, reactions: thumbs(n) }));
    const page = pageOf([], { last_sequence: 3, revision: 3, changed_messages });
    const next = applyPageChanges(store, page, 1);
    expect(next.messages.map(({ sequence, reactions }) => [sequence, reactions])).toEqual([
      [2, thumbs(2)],
      [3, []],
    ]);
    expect(next.revision).toBe(3);
  });

  it('SV-04: a rename changes the names at reactions', () => {
    const store = openStore(pageOf([messageAt(1, { sender: 'asha', reactions: thumbs(1) })]));
    expect(renameInStore(store, 'riya', 'riya.sen').messages[0]?.reactions?.[0]?.usernames).toEqual([
      'riya.sen',
    ]);
  });

  it('GC-33: a local notice is appended at the end', () => {
    const store = addLocalNotice(openStore(pageOf([messageAt(1)])), 'riya joined');
    expect(store.notices).toMatchObject([
      { afterSequence: 1, message: { content: 'riya joined', is_admin: true, sender: 'system' } },
    ]);
    expect(addLocalNotice(store, 'riya joined').notices).toHaveLength(2);
  });
});

const quoteAt = (sequence: number) => ({
  message_id: messageAt(sequence)._id,
  sequence,
  sender: 'riya',
  excerpt: `message ${sequence}`,
  has_image: true,
  has_voice: false,
  has_video: false,
  is_deleted: false,
});
const nothingQuoted = { excerpt: '', has_image: false, is_deleted: false };
const replyAt = (sequence: number, to: number) => messageAt(sequence, { reply_to: quoteAt(to) });
const quotesOf = (store: MessageStore) => store.messages.flatMap(({ reply_to: quote }) => quote ?? []);
const edited = (sequence: number, version = 1) =>
  messageAt(sequence, { content: `new\n words of ${version}`, version, edited_at: messageAt(9).timestamp });

describe('quotes', () => {
  const held = openStore(pageOf([messageAt(1), replyAt(2, 1)]));
  const notHeld = openStore(pageOf([replyAt(2, 1)]));

  it.each([
    ['held', held],
    ['not held', notHeld],
  ])('RY-03, ED-02: follow an edit of a message that is %s, and never an older one', (_name, store) => {
    const changed = applyEdit(applyEdit(store, edited(1, 3)), edited(1, 2));
    expect(quotesOf(changed)).toEqual([{ ...quoteAt(1), excerpt: 'new words of 3' }]);
    // A page from before the edit arrives later, with the original or with another reply.
    const late = upsertMessages(changed, [replyAt(3, 1)]);
    expect(quotesOf(late).map(({ excerpt }) => excerpt)).toEqual(['new words of 3', 'new words of 3']);
  });

  it.each([
    ['held', held],
    ['not held', notHeld],
  ])(
    'RY-03: follow a deletion of a message that is %s; what is hidden or cleared can’t be seen',
    (_name, store) => {
      const deleted = { ...quoteAt(1), ...nothingQuoted, is_deleted: true };
      const unseen = { ...quoteAt(1), ...nothingQuoted, sender: null };
      expect(quotesOf(markDeleted(store, [1]))).toEqual([deleted]);
      expect(quotesOf(hide(store, [1]))).toEqual([unseen]);
      expect(quotesOf(cleared(store, 1))).toEqual([unseen]);
      expect(quotesOf(applyEdit(markDeleted(store, [1]), edited(1)))).toEqual([deleted]);
      expect(quotesOf(applyEdit(hide(store, [1]), edited(1)))).toEqual([unseen]);
      expect(quotesOf(upsertMessages(markDeleted(store, [1]), [replyAt(3, 1)]))).toEqual([deleted, deleted]);
    },
  );

  it('RY-01: a block hides what somebody wrote in quotes as well, and a rename renames them', () => {
    const other = messageAt(3, { sender: 'esha', reply_to: quoteAt(1), mentions: ['riya'] });
    const store = upsertMessages(held, [other]);
    expect(quotesOf(hideSender(store, 'riya'))).toEqual([{ ...quoteAt(1), ...nothingQuoted, sender: null }]);
    const renamed = renameInStore(store, 'riya', 'riya2');
    expect(quotesOf(renamed).map(({ sender }) => sender)).toEqual(['riya2', 'riya2']);
    expect(renamed.messages.at(-1)?.mentions).toEqual(['riya2']);
  });
});

describe('the window far from the newest messages', () => {
  const newest = openStore(pageOf([messageAt(91), messageAt(92)], { has_more: true }));
  const around = (from: number, to: number) =>
    pageOf(
      Array.from({ length: to - from + 1 }, (_, index) => messageAt(from + index)),
      { has_more_before: true, has_more_after: to < 92, last_sequence: 92 },
    );

  it('RY-04: is shown beside the newest messages, which go on arriving, and takes part in every change', () => {
    const opened = openFar(newest, around(8, 12), 10);
    expect(sequencesOf(opened)).toEqual([91, 92]);
    const live = upsertMessages(opened, [messageAt(93)]);
    expect(sequencesOf(live)).toEqual([91, 92, 93]);
    const changed = hide(markDeleted(applyEdit(live, edited(9)), [10]), [12]);
    expect(changed.far?.messages.map((each) => [each.sequence, each.content])).toEqual([
      [8, 'message 8'],
      [9, 'new\n words of 1'],
      [10, ''],
      [11, 'message 11'],
    ]);
    expect(cleared(changed, 92).far).toBeUndefined();
  });

  it('RY-04: joins the newest messages when it reaches them, without a gap and without a repetition', () => {
    const opened = openFar(newest, around(80, 85), 82);
    expect(opened.far?.messages).toHaveLength(6);
    const later = addNewerToFar(opened, around(86, 92), 85);
    expect(later.far).toBeUndefined();
    expect(sequencesOf(later)).toEqual(Array.from({ length: 13 }, (_, index) => 80 + index));
    expect(later.hasOlder).toBe(true);
    expect(sequencesOf(openFar(newest, around(85, 92), 88))[0]).toBe(85);
  });
});
