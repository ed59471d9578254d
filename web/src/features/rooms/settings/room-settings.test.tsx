import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { createShellConnection } from '../../../test/shell-connection.fixture.ts';
import { RoomCard } from '../list/room-card.tsx';
import { ActiveRooms } from '../list/rooms-tab.tsx';
import { followMembership } from '../members/follow-membership.ts';
import { creatorRights, failure, showPage } from '../room-page.fixture.tsx';
import { roomKeys } from '../rooms.queries.ts';
import { GROUP_ID, groupOf } from '../rooms.fixture.ts';
import { RoomAbout } from './room-about.tsx';
import { RoomSettingsDialog } from './room-settings-dialog.tsx';

const group = groupOf({
  ...creatorRights,
  topic: 'Tea',
  rules: 'Be kind.\nNo spoilers.',
  category: 'films',
  languages: ['hi'],
  slow_mode_s: 45,
});

function Settings() {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? <RoomSettingsDialog group={group} onClose={() => setOpen(false)} /> : <p>closed</p>;
}

it('GR-01: only changed settings are sent, what is typed survives an error, and leaving asks first', async () => {
  const answers = [
    failure(400, 'Group name already exists', 'group_name_taken'),
    { body: { ...group, topic: 'Coffee' } },
  ];
  const { person, asked } = await showPage(() => <Settings />, {
    answer: ({ method }) => (method === 'PATCH' ? answers.shift() : undefined),
  });
  const name = screen.getByLabelText<HTMLInputElement>('Room name');
  await person.clear(name);
  await person.type(name, 'Indie Mixtape');
  await person.click(screen.getByRole('button', { name: 'Close' }));
  await person.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Group name already exists')).toBeTruthy();
  expect(name.value).toBe('Indie Mixtape');
  await person.clear(name);
  await person.type(name, group.name);
  const topic = screen.getByLabelText('Topic');
  await person.clear(topic);
  await person.type(topic, 'Coffee');
  expect(screen.getByRole('option', { name: '45 seconds' })).toHaveProperty('selected', true);
  await person.selectOptions(screen.getByLabelText('Slow mode'), '5 minutes');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('closed')).toBeTruthy();
  const sent = asked('')
    .filter(({ method }) => method === 'PATCH')
    .map(({ body }) => body);
  expect(sent).toEqual([{ name: 'Indie Mixtape' }, { topic: 'Coffee', slow_mode_s: 300 }]);
});

it('GR-01: a picture that is still being uploaded is not left out of what is saved', async () => {
  const uploaded = Promise.withResolvers<undefined>();
  const { person, asked } = await showPage(() => <Settings />, {
    answer: ({ method, path }) =>
      path.startsWith('/api/images')
        ? {
            until: uploaded.promise,
            body: { image_id: 'b'.repeat(32), image_url: '/media/images/2', width: 1, height: 1 },
          }
        : method === 'PATCH'
          ? { body: { ...group, picture: '/media/avatars/2' } }
          : undefined,
  });
  await person.upload(
    screen.getByLabelText('Picture of the room'),
    new File([new Uint8Array(10)], 'room.png', { type: 'image/png' }),
  );
  const save = screen.getByRole('button', { name: 'Save' });
  await person.click(save);
  expect(await screen.findByText('One moment: the picture is still on its way.')).toBeTruthy();
  uploaded.resolve(undefined);
  await waitFor(() => expect(screen.queryByText('One moment: the picture is still on its way.')).toBeNull());
  await person.click(save);
  expect(await screen.findByText('closed')).toBeTruthy();
  const patch = asked('').find(({ method }) => method === 'PATCH');
  expect(patch?.body).toEqual({ picture_id: 'b'.repeat(32) });
});

it('GR-08: up to three languages are chosen, and removed again', async () => {
  const { person } = await showPage(() => <Settings />, {});
  const select = screen.getByLabelText('Languages (up to 3)');
  await person.selectOptions(select, 'Tamil');
  await person.selectOptions(select, 'Malayalam');
  const chosen = within(screen.getByRole('list', { name: 'Chosen languages' }));
  expect(chosen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Hindi',
    'Tamil',
    'Malayalam',
  ]);
  expect(
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Remove one to add another']);
  await person.click(chosen.getByRole('button', { name: 'Remove Tamil' }));
  expect(chosen.getAllByRole('listitem')).toHaveLength(2);
  expect(document.activeElement).toBe(select);
  expect(within(select).getByRole('option', { name: 'Tamil' })).toBeTruthy();
});

it('GR-01, GR-08: a room shows its topic, folded rules, category, languages, slow mode and that it is private', async () => {
  await showPage(() => <RoomAbout group={{ ...group, visibility: 'private' }} />, {});
  for (const text of ['Tea', 'Films', 'Hindi', 'Private: only its members know about it.'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('Slow mode: one message every 45 seconds.')).toBeTruthy();
  expect(screen.getByText('Rules of this room').closest('details')?.open).toBe(false);
});

it('GR-01, GR-08: the card shows picture, category, languages and who talks now; group_updated changes the cached room', async () => {
  const shown = { ...group, picture: '/media/avatars/1', speakers_15m: 3 };
  const { client } = await showPage(
    () => (
      <ul>
        <RoomCard group={shown} onOpen={() => undefined} />
      </ul>
    ),
    {},
  );
  const card = within(screen.getByRole('listitem'));
  for (const text of ['3 talking now', 'Films', 'Hindi', 'Active now'])
    expect(await card.findByText(text)).toBeTruthy();
  expect(screen.getByRole('listitem').querySelector('img')?.getAttribute('src')).toBe(
    '/media/avatars/1?size=small',
  );
  const { connection, connect, say } = createShellConnection();
  followMembership(connection, client);
  act(() => connect(false));
  client.setQueryData(roomKeys.room(GROUP_ID), group);
  const { name, description, rules, picture, slow_mode_s, visibility, category, languages } = group;
  const settings = { name, description, rules, picture, slow_mode_s, visibility, category, languages };
  act(() => say('group_updated', { group_id: GROUP_ID, ...settings, topic: 'Live' }));
  expect(client.getQueryData(roomKeys.room(GROUP_ID))).toMatchObject({ topic: 'Live', rules: group.rules });
});

it('GR-08: with filters the busiest rooms of a category and language are listed', async () => {
  const found = [groupOf({ name: 'Cricket talk', is_member: false })];
  const list = { body: { groups: found, page: 1, total_count: 1 } };
  const { person, asked } = await showPage(() => <ActiveRooms onOpen={() => undefined} isInRoom={false} />, {
    answer: ({ path }) => (path.startsWith('/groupchat/groups?') ? list : undefined),
  });
  await person.selectOptions(await screen.findByLabelText('Category'), 'Cricket');
  expect(await screen.findByText('Cricket talk')).toBeTruthy();
  await person.selectOptions(screen.getByLabelText('Language'), 'Hindi');
  await waitFor(() =>
    expect(asked('/groupchat/groups?').map(({ path }) => path)).toContain(
      '/groupchat/groups?page=1&limit=100&sort_by=busy&category=cricket&language=hi',
    ),
  );
  await person.selectOptions(screen.getByLabelText('Category'), 'Everything');
  await person.selectOptions(screen.getByLabelText('Language'), 'Any language');
  expect(await screen.findByRole('list', { name: 'Active Rooms' })).toBeTruthy();
});
