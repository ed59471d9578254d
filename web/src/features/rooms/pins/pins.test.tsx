import type { Group, Pin } from '@adda/contract/rooms';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { toast } from '../../../ui/toast-store.ts';
import { creatorRights, failure, showPage, type Stage } from '../room-page.fixture.tsx';
import type { RoomSession } from '../room-session.ts';
import { createTestConnection, GROUP_ID, groupOf, messageAt } from '../rooms.fixture.ts';
import { PinsBar } from './pins-bar.tsx';
import { pinEntries } from './pins.mutations.tsx';
import { pinsKey } from './pins.queries.ts';

const pinOf = (sequence: number, given: Partial<Pin> = {}): Pin => ({
  message: messageAt(sequence),
  pinned_by: 'riya',
  pinned_at: '2026-11-21T11:00:00.000Z',
  ...given,
});
const moderator = groupOf({ ...creatorRights, allowed_actions: [...creatorRights.allowed_actions, 'pin'] });

async function show(group: Group, stage: Stage = {}) {
  const test = createTestConnection();
  const session = { connection: test.connection } as RoomSession;
  const onJump = vi.fn<(sequence: number) => void>();
  const page = await showPage(() => <PinsBar {...{ group, session, onJump }} />, stage);
  return { ...page, ...test, onJump };
}

it('GR-04: the bar shows the newest pin and goes there; the panel shows all of them, live', async () => {
  const long = 'The tickets are at gate nine. '.repeat(20).trim();
  const { person, onJump, change, say } = await show(groupOf(), {
    pins: [pinOf(2), pinOf(1, { pinned_by: null }), pinOf(3, { message: messageAt(3, { content: long }) })],
  });
  const bar = within(await screen.findByRole('region', { name: 'Pinned messages' }));
  await person.click(bar.getByRole('button', { name: 'Go to the pinned message: riya message 2' }));
  expect(onJump).toHaveBeenCalledWith(2);
  await person.click(bar.getByRole('button', { name: '3 pinned' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Pinned messages' }));
  expect(panel.getAllByRole('listitem')).toHaveLength(3);
  expect(panel.getByText('message 1')).toBeTruthy();
  expect(panel.getByText(long)).toBeTruthy();
  // Who may not pin has no button for it.
  expect(panel.queryByRole('button', { name: /Unpin/ })).toBeNull();
  change({ pins: [pinOf(1, { message: messageAt(1, { content: 'changed' }) })] });
  act(() => say('pins_changed', { group_id: GROUP_ID, count: 1 }));
  expect(await panel.findByText('changed')).toBeTruthy();
  await person.click(panel.getByRole('button', { name: 'Go there, to the message from riya' }));
  expect(onJump).toHaveBeenLastCalledWith(1);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('GR-04: moderators unpin in the panel; without pins it says so, and there is no bar', async () => {
  const { person, change, asked } = await show(moderator, {
    pins: [pinOf(1)],
    answer: ({ method }) => {
      if (method !== 'DELETE') return undefined;
      change({ pins: [] });
      return { body: { message: 'ok' } };
    },
  });
  await person.click(await screen.findByRole('button', { name: '1 pinned' }));
  await person.click(await screen.findByRole('button', { name: 'Unpin the message from riya' }));
  expect(await screen.findByText('Nothing is pinned')).toBeTruthy();
  expect(asked('/pins/a-1')).toHaveLength(1);
  expect(screen.queryByRole('region', { name: 'Pinned messages' })).toBeNull();
});

it('GR-04: the menu of a message pins and unpins it, for who may, and not whispers', async () => {
  const { client, asked } = await show(moderator, {
    pins: [pinOf(1)],
    answer: ({ method, path }) => {
      if (method === 'GET') return undefined;
      return path.endsWith('a-3')
        ? failure(400, 'At most 50 messages can be pinned', 'pins_full')
        : { body: { message: 'ok' } };
    },
  });
  await waitFor(() => expect(client.getQueryData(pinsKey(GROUP_ID))).toHaveLength(1));
  const entryOf = (group: Group, sequence: number, isWhisper = false) =>
    pinEntries(client, group, messageAt(sequence, { is_private: isWhisper })).map(({ label, run }) => ({
      label,
      run,
    }));
  expect(entryOf(groupOf(), 2)).toEqual([]);
  expect(entryOf(moderator, 2, true)).toEqual([]);
  expect(entryOf({ ...moderator, timeout_until: '2026-11-21T11:00:00.000Z' }, 2)).toEqual([]);
  const [unpin] = entryOf(moderator, 1);
  const [pin] = entryOf(moderator, 2);
  expect([unpin?.label, pin?.label]).toEqual(['Unpin', 'Pin']);
  pin?.run(document.body);
  unpin?.run(document.body);
  entryOf(moderator, 3)[0]?.run(document.body);
  await waitFor(() =>
    expect(toast.current().map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Message pinned', 'Message unpinned', 'At most 50 messages can be pinned']),
    ),
  );
  expect(
    asked('/pins/')
      .map(({ method, path }) => `${method} ${path.slice(-3)}`)
      .toSorted(),
  ).toEqual(['DELETE a-1', 'POST a-2', 'POST a-3']);
});

it('GR-04, HM-03: the pins of a room load while a list is all that is known of it, so that nothing moves when it is read', async () => {
  await show(groupOf({ is_member: true, allowed_actions: [] }), { pins: [pinOf(1)] });
  expect(await screen.findByRole('region', { name: 'Pinned messages' })).toBeTruthy();
});
