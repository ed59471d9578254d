import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { GROUP_ID } from '../rooms.fixture.ts';
import { PublicRoomScreen } from './public-room-screen.tsx';

const room = {
  group_id: GROUP_ID,
  name: 'Rooftop Nights',
  topic: 'Tea and rain',
  picture: null,
  members: 12,
  online: 3,
};
const known: RequestHandler = ({ path }) =>
  path === `/public/rooms/${GROUP_ID}` ? { body: room } : undefined;

const open = (answering = known, at = `/v1/group/${GROUP_ID}?m=7`) =>
  showPeople(() => <PublicRoomScreen />, answering, 'asha', at);
const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

it('HM-05: shows name, topic and numbers of a room, and three ways that lead back to it', async () => {
  await open();
  expect(screen.getByRole('status').textContent).toContain('Loading');
  const heading = await screen.findByRole('heading', { level: 1, name: 'Rooftop Nights' });
  expect(document.activeElement).toBe(heading);
  for (const text of ['A room on Adda', 'Tea and rain', '12 members', '3 here now'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Enter as a guest' })).toBeTruthy();
  const to = encodeURIComponent(`/v1/group/${GROUP_ID}?m=7`);
  expect([hrefOf('Log in'), hrefOf('Create an account')]).toEqual([`/login?to=${to}`, `/register?to=${to}`]);
});

it('HM-05: an unknown room is not here any more; who logs in may be a member of it', async () => {
  await open(() => refused(404, 'Group "x" not found', 'group_not_found'), `/v1/group/${GROUP_ID}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'Not here any more' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Enter as a guest' })).toBeTruthy();
  const to = encodeURIComponent(`/v1/group/${GROUP_ID}`);
  expect([hrefOf('Log in'), hrefOf('Create an account')]).toEqual([`/login?to=${to}`, '/register']);
});

it('HM-05: without a connection it can be tried again', async () => {
  const page = await open(() => refused(503, 'Adda is catching its breath.'));
  expect((await screen.findByRole('alert')).textContent).toContain('Adda is catching its breath.');
  page.answers(known);
  await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Rooftop Nights')).toBeTruthy();
});
