import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPage } from './room-page.fixture.tsx';
import { RoomView } from './room-screen.tsx';
import { GROUP_ID, groupOf } from './rooms.fixture.ts';
import { roomKeys } from './rooms.queries.ts';

it('GR-07: a room is muted from its menu for an hour, in the lists too', async () => {
  const { person, client, asked } = await showPage(() => <RoomView groupId={GROUP_ID} account="asha" />, {
    answer: ({ path, body }) =>
      path === '/conversations/mute'
        ? {
            body: {
              group_id: GROUP_ID,
              is_muted: true,
              muted_until: Object(body).until,
              mentions_too: false,
            },
          }
        : path === '/conversations/mutes'
          ? { body: { mutes: [] } }
          : undefined,
  });
  const list = roomKeys.list('mine');
  client.setQueryData(list, { groups: [groupOf()], page: 1, total_count: 1 });
  await person.click(await screen.findByRole('button', { name: 'Group actions' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Mute' }));
  await person.click(await screen.findByRole('radio', { name: 'Quiet for 1 hour' }));
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(asked('/conversations/mute').at(-1)?.body).toMatchObject({
      group_id: GROUP_ID,
      until: expect.stringMatching(/Z$/),
    }),
  );
  await waitFor(() =>
    expect(client.getQueryData(list)).toMatchObject({ groups: [{ group_id: GROUP_ID, is_muted: true }] }),
  );
});
