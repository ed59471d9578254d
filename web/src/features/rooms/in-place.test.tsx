import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { toast } from '../../ui/toast-store.ts';
import { prefetchedComponents } from '../messages/prefetch.ts';
import { creatorRights, failure, memberOf, profileOf, showPage, type Stage } from './room-page.fixture.tsx';
import { prefetchedRoomComponents } from './room-prefetch.ts';
import { RoomView } from './room-screen.tsx';
import { GROUP_ID, groupOf, messageAt, pageOf } from './rooms.fixture.ts';

const guest = '_guest-nova-tsjp';
const rights = {
  ...creatorRights,
  allowed_actions: [...creatorRights.allowed_actions, 'time_out', 'change_settings'],
} satisfies Partial<ReturnType<typeof groupOf>>;
const group = groupOf({ ...rights, creator: 'riya', topic: 'Chai' });
const members = [
  memberOf('riya', { is_creator: true }),
  memberOf('asha'),
  memberOf('kavi', { permissions: ['can_kick'] }),
  memberOf(guest, { is_guest: true }),
];
const messages = [messageAt(1, { sender: guest }), messageAt(2, { sender: 'gone' })];

const open = (stage: Stage = {}) =>
  showPage(() => <RoomView groupId={GROUP_ID} account={stage.as ?? 'riya'} />, {
    as: 'riya',
    group,
    members,
    profiles: [profileOf(guest, { is_guest: true })],
    ...stage,
    answer: (request) =>
      stage.answer?.(request) ??
      (request.path.includes('/group-messages')
        ? { body: pageOf(messages) }
        : request.method === 'POST'
          ? { body: { message: 'Done.' } }
          : undefined),
  });

type Page = Awaited<ReturnType<typeof open>>;

beforeAll(() =>
  Promise.all(
    [...Object.values(prefetchedComponents), ...Object.values(prefetchedRoomComponents)].map((part) =>
      part.load(),
    ),
  ),
);

const pencil = () => screen.findByRole('button', { name: 'Edit name, topic and picture' });

it('HM-11: the pencil in the header edits name and topic in place; an error keeps what was typed, Enter saves what changed', async () => {
  const { person, asked } = await open({
    answer: ({ method, body }) =>
      method !== 'PATCH'
        ? undefined
        : Object(body).name === 'Taken'
          ? failure(400, 'Group name already exists', 'group_name_taken')
          : { body: { ...group, topic: 'Samosas' } },
  });
  await person.click(await pencil());
  const name = await screen.findByLabelText<HTMLInputElement>('Room name');
  await waitFor(() => expect(document.activeElement).toBe(name));
  await person.clear(name);
  await person.type(name, 'Taken{Enter}');
  expect(await screen.findByText('Group name already exists')).toBeTruthy();
  expect(name.value).toBe('Taken');
  await person.clear(name);
  await person.type(name, group.name);
  const topic = screen.getByLabelText('Topic');
  await person.clear(topic);
  await person.type(topic, 'Samosas{Enter}');
  await waitFor(() => expect(screen.queryByLabelText('Room name')).toBeNull());
  const sent = asked('/groups/').filter(({ method }) => method === 'PATCH');
  expect(sent.map(({ body }) => body)).toEqual([{ name: 'Taken' }, { topic: 'Samosas' }]);
  const button = await pencil();
  await waitFor(() => expect(document.activeElement).toBe(button));
});

it('HM-11: Escape leaves the room as it was; nothing is sent without a change', async () => {
  const { person, asked } = await open();
  await person.click(await pencil());
  await person.type(await screen.findByLabelText('Room name'), ' changed{Escape}');
  expect(screen.queryByLabelText('Room name')).toBeNull();
  expect(screen.getByRole('heading', { level: 1, name: group.name })).toBeTruthy();
  await person.click(await pencil());
  await person.type(await screen.findByLabelText('Room name'), '{Enter}');
  await waitFor(() => expect(screen.queryByLabelText('Room name')).toBeNull());
  expect(asked('').filter(({ method }) => method === 'PATCH')).toEqual([]);
  expect(toast.current()).toEqual([]);
});

it('HM-11: Group Info has the same, and who may not change the settings has neither', async () => {
  const { person, unmount } = await open();
  await person.click(await screen.findByRole('tab', { name: 'Group Info' }));
  const panel = within(screen.getByRole('tabpanel'));
  await person.click(await panel.findByRole('button', { name: 'Edit name, topic and picture' }));
  expect(await panel.findByLabelText('Topic')).toHaveProperty('value', 'Chai');
  await person.keyboard('{Escape}');
  expect(panel.queryByLabelText('Topic')).toBeNull();
  unmount();
  await open({ as: 'asha', group: groupOf() });
  await person.click(await screen.findByRole('tab', { name: 'Group Info' }));
  await screen.findByText('Your Permissions');
  expect(screen.queryByRole('button', { name: 'Edit name, topic and picture' })).toBeNull();
});

/** Opens 'Manage' beside a member in Group Info; returns its entries. */
async function manage({ person }: Page, name: string) {
  await person.click(await screen.findByRole('tab', { name: 'Group Info' }));
  await person.click(await screen.findByRole('button', { name: `Manage ${name}` }));
  const menu = within(await screen.findByRole('menu', { name: `Manage ${name}` }));
  const items = menu.getAllByRole('menuitem').map(({ textContent }) => textContent);
  return { items, choose: (item: string) => person.click(menu.getByRole('menuitem', { name: item })) };
}

it('HM-11, GM-02: a menu beside a member has what the rights allow, and asks before a kick, with the displayed name', async () => {
  const page = await open();
  const { items, choose } = await manage(page, 'nova-tsjp');
  // Guests can't be moderators (GM-21).
  expect(items).toEqual(['Timeout', 'Kick', 'Ban']);
  await choose('Kick');
  const dialog = within(await screen.findByRole('dialog', { name: 'Kick nova-tsjp?' }));
  expect(dialog.queryByLabelText('Username')).toBeNull();
  expect(page.asked('/groups/kick')).toEqual([]);
  await page.person.type(dialog.getByLabelText('Reason (optional)'), 'Shouts');
  await page.person.click(dialog.getByRole('button', { name: 'Kick' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Kick/ })).toBeNull());
  expect(page.asked('/groups/kick').map(({ body }) => body)).toEqual([
    { group_id: GROUP_ID, username: guest, reason: 'Shouts' },
  ]);
  expect(document.body.textContent).not.toContain('_guest-');
});

it('HM-11: with one right alone, the menu has that alone', async () => {
  const page = await open({ as: 'asha', group: groupOf({ ...rights, allowed_actions: ['read', 'kick'] }) });
  expect((await manage(page, 'nova-tsjp')).items).toEqual(['Kick']);
  expect(screen.queryByRole('button', { name: 'Manage riya' })).toBeNull();
});

it('HM-11: a moderator is made and removed at once, and both can be undone', async () => {
  const page = await open();
  const bodies = (path: string) => page.asked(path).map(({ body }) => Object(body).permissions);
  await (await manage(page, 'asha')).choose('Make moderator');
  await waitFor(() => expect(toast.current().at(-1)?.action?.label).toBe('Undo'));
  expect(bodies('/grant-permission')).toEqual([['can_kick', 'can_ban']]);
  toast.current().at(-1)?.action?.onPress();
  await waitFor(() => expect(bodies('/revoke-permission')).toEqual([['can_kick', 'can_ban']]));
  toast.clear();
  const again = await manage(page, 'kavi');
  expect(again.items).toEqual(['Remove as moderator', 'Timeout', 'Kick', 'Ban']);
  await again.choose('Remove as moderator');
  await waitFor(() => expect(toast.current().at(-1)?.action?.label).toBe('Undo'));
  toast.current().at(-1)?.action?.onPress();
  // What they had before, and no more.
  await waitFor(() => expect(bodies('/grant-permission').at(-1)).toEqual(['can_kick']));
});

it('HM-11: the menu of a message leads to its sender: a member, or a former one who can only be banned', async () => {
  const page = await open();
  const openAt = async (name: string) => {
    await page.person.click(
      await screen.findByRole('button', { name: `Options of the message from ${name}` }),
    );
    await page.person.click(await screen.findByRole('menuitem', { name: `Manage ${name}` }));
    const menu = within(await screen.findByRole('menu', { name: `Manage ${name}` }));
    return menu.getAllByRole('menuitem');
  };
  expect((await openAt('gone')).map(({ textContent }) => textContent)).toEqual(['Ban']);
  await page.person.keyboard('{Escape}');
  const items = await openAt('nova-tsjp');
  expect(items.map(({ textContent }) => textContent)).toEqual(['Timeout', 'Kick', 'Ban']);
  await page.person.click(items[0] ?? document.body);
  const dialog = within(await screen.findByRole('dialog', { name: 'Timeout for nova-tsjp' }));
  await page.person.click(dialog.getByRole('button', { name: 'Timeout' }));
  await waitFor(() =>
    expect(page.asked('/groups/timeout').map(({ body }) => body)).toEqual([
      { group_id: GROUP_ID, username: guest, minutes: 10 },
    ]),
  );
});

it('HM-11: Manage Group suggests guests by the name that people see', async () => {
  const { person, asked } = await open();
  await person.click(await screen.findByRole('button', { name: 'Group actions' }));
  await person.click(screen.getByRole('menuitem', { name: 'Manage Group', hidden: true }));
  const dialog = await screen.findByRole('dialog', { name: 'Manage Group' });
  await person.selectOptions(within(dialog).getByLabelText('Action'), 'Ban');
  await person.type(within(dialog).getByLabelText('Username'), 'nova-tsjp');
  await waitFor(() =>
    expect([...dialog.querySelectorAll('option')].map(({ value }) => value)).toContain('nova-tsjp'),
  );
  expect(dialog.innerHTML).not.toContain('_guest-');
  await person.click(within(dialog).getByRole('button', { name: 'Ban' }));
  await waitFor(() => expect(asked('/groups/ban')[0]?.body).toMatchObject({ username: guest }));
});
