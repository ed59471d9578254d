import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { failure, showPage } from '../room-page.fixture.tsx';
import { CreateRoomScreen } from './create-room-screen.tsx';

const form = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Room name' });
const opened = () => screen.findByRole('textbox', { name: 'Room name' });
const taken = failure(400, 'Group name already exists', 'group_name_taken');

it('SV-24: the error of the name disappears when the name is edited', async () => {
  const { person } = await showPage(() => <CreateRoomScreen />, {
    answer: ({ path }) => (path === '/groupchat/groups/create' ? taken : undefined),
  });
  await opened();
  await person.type(form(), 'Rooftop Nights');
  await person.click(screen.getByRole('button', { name: 'Create room' }));
  expect(await screen.findByText('Group name already exists')).toBeTruthy();
  expect(form().getAttribute('aria-invalid')).toBe('true');
  await person.type(form(), ' 2');
  expect(screen.queryByText('Group name already exists')).toBeNull();
  expect(form().getAttribute('aria-invalid')).toBeNull();
});

it('the server’s general error disappears when anything is edited', async () => {
  const { person } = await showPage(() => <CreateRoomScreen />, {
    answer: ({ path }) =>
      path === '/groupchat/groups/create' ? failure(429, 'Only five rooms a day', 'rate_limited') : undefined,
  });
  await opened();
  await person.type(form(), 'Rooftop Nights');
  await person.click(screen.getByRole('button', { name: 'Create room' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Only five rooms a day');
  await person.type(screen.getByRole('textbox', { name: 'Description (optional)' }), 'a');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('GR-01, GR-08: a private room is created with its topic, category and languages, which are folded at first', async () => {
  const created = { status: 201, body: { message: 'ok', group_id: 'a'.repeat(24) } };
  const { person, asked } = await showPage(() => <CreateRoomScreen />, {
    answer: ({ path }) => (path === '/groupchat/groups/create' ? created : undefined),
  });
  await opened();
  await person.type(form(), 'Night owls');
  await person.click(screen.getByRole('radio', { name: 'Private' }));
  await person.click(screen.getByText('More about your room (optional)'));
  await person.type(screen.getByLabelText('Topic'), 'Tea');
  await person.selectOptions(screen.getByLabelText('Category'), 'Late night');
  for (const language of ['Hindi', 'Bangla', 'Urdu'])
    await person.selectOptions(screen.getByRole('combobox', { name: /Languages/ }), language);
  await person.click(screen.getByRole('button', { name: 'Remove Urdu' }));
  await person.click(screen.getByRole('button', { name: 'Create room' }));
  expect(asked('/groupchat/groups/create')[0]?.body).toEqual({
    name: 'Night owls',
    topic: 'Tea',
    visibility: 'private',
    category: 'late night',
    languages: ['hi', 'bn'],
  });
});
