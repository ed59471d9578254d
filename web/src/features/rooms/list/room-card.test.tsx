import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createShellConnection } from '../../../test/shell-connection.fixture.ts';
import { followDrafts } from '../../messages/index.ts';
import { showPage } from '../room-page.fixture.tsx';
import { GROUP_ID, groupOf } from '../rooms.fixture.ts';
import { RoomCard } from './room-card.tsx';

const draft = (text: string, seconds: number) => ({
  group_id: GROUP_ID,
  text,
  reply_to: null,
  updated_at: `2026-11-23T10:00:0${seconds}.000Z`,
});

it('FT-04: the row of a room shows its draft until it is sent, and not while the room is open', async () => {
  let stored = draft('*see* you\nat ten', 1);
  const view = () => (
    <ul>
      <RoomCard group={groupOf({ is_member: true })} onOpen={() => undefined} />
      <RoomCard group={groupOf({ is_member: true, name: 'open room' })} isOpen onOpen={() => undefined} />
    </ul>
  );
  const { client } = await showPage(view, {
    answer: ({ path }) => (path.startsWith('/drafts') ? { body: { drafts: [stored] } } : undefined),
  });
  const { connection, connect, say } = createShellConnection();
  followDrafts(connection, client);
  expect(screen.getAllByText('Active now')).toHaveLength(2);
  act(() => connect(false));
  await waitFor(() => expect(screen.getByText('see you at ten').textContent).toBe('Draft: see you at ten'));
  expect(screen.getAllByText('Active now')).toHaveLength(1);
  act(() => say('draft_changed', draft('later', 2)));
  act(() => say('draft_changed', draft('older event', 1)));
  await waitFor(() => expect(screen.getByText('later')).toBeTruthy());
  act(() => say('draft_changed', draft('', 3)));
  await waitFor(() => expect(screen.getAllByText('Active now')).toHaveLength(2));
  stored = draft('from the other device', 4);
  act(() => connect(true));
  await waitFor(() => expect(screen.getByText('from the other device')).toBeTruthy());
});
