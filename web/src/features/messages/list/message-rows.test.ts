import { describe, expect, it } from 'vitest';
import { addOlder, openStore, upsertMessages } from '../history/message-store.ts';
import { buildRows } from './message-rows.ts';
import { rowHeight } from './row-height.ts';
import type { OutboxMessage } from '../outbox/outbox-entry.ts';
import { messageAt, pageOf } from '../../rooms/rooms.fixture.ts';

const bookOf = (messages: ReturnType<typeof messageAt>[], hasOlder = false) =>
  openStore(pageOf(messages, { has_more: hasOlder }));

const entryOf = (clientMessageId: string): OutboxMessage => ({
  kind: 'message',
  clientMessageId,
  content: 'hello',
  queuedAt: 0,
  tries: 0,
  state: 'queued',
});

const rowsOf = (store: ReturnType<typeof bookOf>, more: Partial<Parameters<typeof buildRows>[0]> = {}) =>
  buildRows({ store, pending: [], account: 'me', readTo: 0, ...more });

describe('the rows of the list', () => {
  it('groups by sender within five minutes, with days in separate rows', () => {
    const at = (time: string) => ({ timestamp: `2026-11-21T${time}.000Z` });
    const rows = rowsOf(
      bookOf([
        messageAt(1, at('10:00:00')),
        messageAt(2, at('10:05:00')),
        messageAt(3, at('10:10:01')),
        messageAt(4, { ...at('10:10:02'), sender: 'ivy' }),
        messageAt(5, { ...at('18:29:59'), sender: 'ivy' }),
        messageAt(6, { ...at('18:30:00'), sender: 'ivy' }), // midnight in Kolkata (SH-60)
      ]),
    );
    expect(rows.map((row) => (row.kind === 'message' ? row.isFirst : row.kind))).toEqual([
      'day',
      true,
      false,
      true,
      true,
      true,
      'day',
      true,
    ]);
  });

  it('GC-07: loading older messages does not change existing rows', () => {
    const newest = bookOf([messageAt(6), messageAt(7)], true);
    const before = rowsOf(newest);
    const page = pageOf([messageAt(4), messageAt(5)], { has_more: true, last_sequence: 7 });
    const after = rowsOf(addOlder(newest, page, messageAt(6).timestamp));
    expect(after.slice(-before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + 2);
    expect(before[0]?.kind).toBe('message'); // no day that would have to move
  });

  it('shows the unread line before the first message of others after the last visit, not at the very top', () => {
    const store = bookOf([messageAt(1), messageAt(2, { sender: 'me' }), messageAt(3)]);
    expect(rowsOf(store, { readTo: 1 }).map((row) => row.kind)).toEqual([
      'day',
      'message',
      'message',
      'unread',
      'message',
    ]);
    expect(rowsOf(store).some((row) => row.kind === 'unread')).toBe(false);
    expect(rowsOf(store, { readTo: 3 }).some((row) => row.kind === 'unread')).toBe(false);
  });

  it('GC-46, R-03: the own row keeps its key when it is acknowledged, and is never duplicated', () => {
    const store = bookOf([messageAt(1)]);
    const pending = [entryOf('client-2')];
    const waiting = rowsOf(store, { pending });
    const confirmed = upsertMessages(store, [messageAt(2, { sender: 'me' })]);
    const both = rowsOf(confirmed, { pending });
    expect(waiting.at(-1)?.key).toBe('own-client-2');
    expect(both.at(-1)?.key).toBe('own-client-2');
    expect(both).toHaveLength(waiting.length);
    expect(both.at(-1)?.kind).toBe('message');
  });

  it('X-35: notices and system messages are between the others and end a group', () => {
    const notice = messageAt(0, { _id: '0-1', sender: 'system', is_private_notification: true });
    const system = messageAt(2, { sender: 'system', is_admin: true });
    const store = upsertMessages(bookOf([messageAt(1)]), [notice, system, messageAt(3)]);
    const rows = rowsOf(store);
    expect(rows.map((row) => row.key)).toEqual(['day-1', 'at-1', '0-1', 'at-2', 'at-3']);
    expect(rows.at(-1)).toMatchObject({ kind: 'message', isFirst: true });
  });

  it('GC-33: a notice of today is below the day, and the next message does not start another day', () => {
    const systemNotice = messageAt(1, { _id: '0-1', sender: 'system', sequence: 0, is_admin: true });
    const rows = rowsOf(upsertMessages(upsertMessages(bookOf([]), [systemNotice]), [messageAt(1)]));
    expect(rows.map((row) => row.kind)).toEqual(['day', 'notice', 'message']);
  });

  it('X-35: a refusal that is shown at its message is not shown as a notice too', () => {
    const detail = '“@nobody” is not in this group, so your message was not sent.';
    const notice = messageAt(0, { _id: '0-1', content: detail, is_private_notification: true });
    const store = upsertMessages(bookOf([messageAt(1)]), [notice]);
    const refused = { ...entryOf('client-2'), state: 'failed', detail } as const;
    expect(rowsOf(store, { pending: [refused] }).map((row) => row.kind)).toEqual([
      'day',
      'message',
      'pending',
    ]);
    expect(rowsOf(store).map((row) => row.kind)).toEqual(['day', 'message', 'notice']);
  });
});

describe('the estimated height of a row', () => {
  it('FT-01: takes large emoji, quotes and code into account', () => {
    const heightOf = (content: string) => {
      const message = messageAt(1, { content });
      return rowHeight({ kind: 'message', key: 'at-1', message, isOwn: false, isFirst: false }, 354);
    };
    const line = heightOf('two\nlines') - heightOf('one');
    expect(heightOf('😂')).toBeGreaterThan(heightOf('hm'));
    expect(heightOf('😂😂😂😂')).toBe(heightOf('hm'));
    // One more line of code adds less than one of text; the lines with only the fence are not shown.
    const code = (lines: number) => heightOf(`\`\`\`\n${'a\n'.repeat(lines)}\`\`\``);
    expect(code(11) - code(10)).toBeLessThan(line);
    expect(code(10)).toBeLessThan(heightOf('a\n'.repeat(11)));
    expect(code(1)).toBeGreaterThan(heightOf('a'));
    // The room beside the border of a quote is not for text; signs take none.
    const long = 'a'.repeat(30);
    expect(heightOf(`> ${long}`)).toBe(heightOf(`${long}aaa`));
    expect(heightOf(`> ${long}`)).toBe(heightOf(long) + line);
    expect(heightOf(`*_${long}_*`)).toBe(heightOf(long));
  });

  it('RX-06: leaves room for the lines of reactions, and none at a deleted message', () => {
    const heightOf = (count: number, given = {}) => {
      const reactions = Array.from({ length: count }, (_, n) => ({
        emoji: String(n),
        count: 1,
        mine: false,
        usernames: ['riya'],
      }));
      const message = messageAt(1, { reactions, ...given });
      return rowHeight({ kind: 'message', key: 'at-1', message, isOwn: false, isFirst: false }, 354);
    };
    const chips = heightOf(1) - heightOf(0);
    expect(chips).toBeGreaterThan(30);
    expect(heightOf(4)).toBe(heightOf(1));
    expect(heightOf(9) - heightOf(0)).toBe(3 * chips);
    expect(heightOf(9, { is_deleted: true })).toBe(heightOf(0));
  });
});
