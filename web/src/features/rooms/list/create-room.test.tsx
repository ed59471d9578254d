import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { failure, showPage } from '../room-page.fixture.tsx';
import { CreateRoomScreen } from './create-room-screen.tsx';

const form = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Room name' });
const taken = failure(400, 'Group name already exists', 'group_name_taken');

it('SV-24: the error of the name disappears when the name is edited', async () => {
  const { person } = await showPage(() => <CreateRoomScreen />, {
    answer: ({ path }) => (path === '/groupchat/groups/create' ? taken : undefined),
  });
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
  await person.type(form(), 'Rooftop Nights');
  await person.click(screen.getByRole('button', { name: 'Create room' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Only five rooms a day');
  await person.type(screen.getByRole('textbox', { name: 'Description (optional)' }), 'a');
  expect(screen.queryByRole('alert')).toBeNull();
});
