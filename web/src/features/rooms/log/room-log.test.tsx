import type { RoomLogEntry } from '@adda/contract/rooms';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { failure, showPage, type Stage } from '../room-page.fixture.tsx';
import { groupOf } from '../rooms.fixture.ts';
import { RoomLog } from './room-log.tsx';

const entryOf = (id: number, given: Partial<RoomLogEntry>): RoomLogEntry => ({
  entry_id: String(id),
  kind: 'kick',
  by: 'riya',
  username: null,
  message_id: null,
  reason: '',
  details: {},
  created_at: '2026-11-21T11:00:00.000Z',
  ...given,
});

const show = (answer: Stage['answer']) =>
  showPage(() => <RoomLog group={groupOf()} onClose={vi.fn()} />, { answer });

it('GR-06: the log says in plain words what happened, with reasons and times, page by page', async () => {
  const first = [
    entryOf(9, { kind: 'timeout', username: 'esha', details: { minutes: 10 }, reason: 'Too loud' }),
    entryOf(8, { kind: 'timeout', username: 'esha', details: { minutes: 1440 } }),
    entryOf(7, { kind: 'timeout', username: 'esha', details: { minutes: 0 } }),
    entryOf(6, { kind: 'deletion', details: { messages: 2, message_ids: 'a-1, a-2' } }),
    entryOf(5, { kind: 'deletion', details: { messages: 40 } }),
    entryOf(4, { kind: 'pin', by: null, message_id: 'a-1' }),
    entryOf(3, { kind: 'ban', username: null }),
    entryOf(2, { kind: 'settings', details: { fields: 'topic, slow_mode_s' } }),
  ];
  const { person, asked } = await show(({ path }) =>
    path.includes('cursor=2')
      ? { body: { entries: [entryOf(1, { kind: 'grant', username: '_guest-ivy' })], next_cursor: null } }
      : path.includes('/log')
        ? { body: { entries: first, next_cursor: '2' } }
        : undefined,
  );
  const list = within(await screen.findByRole('list', { name: 'Room log' }));
  const sentences = () => list.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent);
  expect(sentences()).toEqual([
    'riya took the right to write from esha for 10 minutes',
    'riya took the right to write from esha for 1 day',
    'riya let esha write again',
    'riya deleted 2 messages',
    'riya deleted all messages',
    'Somebody who left Adda pinned a message',
    'riya banned somebody who left Adda',
    'riya changed the settings of the room',
  ]);
  expect(list.getByText('Topic, Slow mode')).toBeTruthy();
  expect(list.getByText('The reason: Too loud')).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Room log' }).tabIndex).toBe(0);
  expect(list.getAllByText('21 November 2026, 04:30 pm')).toHaveLength(8);
  await person.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await list.findByText('riya gave rights to ivy')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(asked('/log')).toHaveLength(2);
});

it('GR-06: an empty log and a refusal say so', async () => {
  const { unmount } = await show(({ path }) =>
    path.includes('/log') ? { body: { entries: [], next_cursor: null } } : undefined,
  );
  expect(await screen.findByText('Nothing has happened yet')).toBeTruthy();
  unmount();
  await show(({ path }) =>
    path.includes('/log')
      ? failure(403, 'Not authorized to do this in this group', 'not_authorized')
      : undefined,
  );
  expect(await screen.findByText('Not authorized to do this in this group')).toBeTruthy();
});
