import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { session } from '../../../platform/session.ts';
import { toast } from '../../../ui/toast-store.ts';
import {
  badField,
  loginResponse,
  openScreen,
  refusal,
  type TestResponses,
} from '../../accounts/accounts.fixture.tsx';
import { LoginScreen } from '../../accounts/login-screen.tsx';
import { RegisterScreen } from '../../accounts/register-screen.tsx';
import { GROUP_ID } from '../rooms.fixture.ts';
import { JoinScreen } from './join-screen.tsx';

const CODE = 'Zm9vYmFyYmF6cXV4-_1234';
const LOOK = `GET /invites/${CODE}`;
const JOIN = `POST /invites/${CODE}/join`;
const GUEST = '_guest-merry-otter';
const ROOM = `/v1/group/${GROUP_ID}`;

const room = {
  body: { name: 'Rooftop Nights', topic: 'Tea and rain', picture: '/media/rooms/1', members: 12 },
};
const joined = { body: { message: 'Joined group successfully', group_id: GROUP_ID } };
const gone = refusal(404, 'invite_gone', 'This invitation is not valid any more');

// Load lazy code before the tests, because loading may exceed their time limit.
beforeAll(() => import('../../accounts/guest-dialog.tsx'));
beforeEach(() => toast.clear());

const openJoin = (answers: TestResponses, as?: string) =>
  openScreen({
    at: `/join/${CODE}`,
    path: '/join/$code',
    screen: JoinScreen,
    screens: { '/login': LoginScreen, '/register': RegisterScreen },
    as,
    answers: { [LOOK]: room, [JOIN]: joined, ...answers },
  });

const pressedJoin = ({ seen }: Awaited<ReturnType<typeof openJoin>>) =>
  seen.filter(({ path }) => path.endsWith('/join'));

async function enterPerson({ person }: Awaited<ReturnType<typeof openJoin>>) {
  await person.type(await screen.findByLabelText('Date of birth'), '1999-02-03');
  await person.selectOptions(screen.getByLabelText('Sex'), 'female');
  await person.selectOptions(screen.getByLabelText('Country'), 'Pakistan');
  await person.selectOptions(screen.getByLabelText('State or region'), 'Sindh');
}

describe('GR-02: the page of an invitation', () => {
  it('shows the room while it loads and when it has, without a login', async () => {
    await openJoin({});
    expect(screen.getByRole('status').textContent).toContain('Loading');
    const heading = await screen.findByRole('heading', { level: 1, name: 'Rooftop Nights' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(document.title).toBe('Rooftop Nights · Adda');
    expect(screen.getByText('Tea and rain')).toBeTruthy();
    expect(screen.getByText('12 members')).toBeTruthy();
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/media/rooms/1');
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Log in')).toBe(`/login?join=${CODE}`);
    expect(hrefOf('Create an account')).toBe(`/register?join=${CODE}`);
  });

  it('with a session, one press joins and opens the room', async () => {
    const page = await openJoin({}, 'asha');
    await page.person.click(await screen.findByRole('button', { name: 'Join the room' }));
    await waitFor(() => expect(page.address()).toBe(ROOM));
    expect(pressedJoin(page)).toHaveLength(1);
  });

  it('who is a member already gets into the room', async () => {
    const member = refusal(400, 'already_a_member', 'You are already a member of this group');
    const page = await openJoin(
      { [JOIN]: { ...member, body: Object.assign({ group_id: GROUP_ID }, member.body) } },
      'asha',
    );
    await page.person.click(await screen.findByRole('button', { name: 'Join the room' }));
    await waitFor(() => expect(page.address()).toBe(ROOM));
  });

  it('a code that is gone shows that to a user, with a way on', async () => {
    await openJoin({ [LOOK]: gone }, 'asha');
    await screen.findByRole('heading', { level: 1, name: 'This invitation is not valid any more' });
    expect(screen.getByRole('link', { name: 'See the rooms' }).getAttribute('href')).toBe('/v1');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('HM-05: a code that is gone has the ways in for a visitor, which lead to the main screen', async () => {
    const page = await openJoin({ [LOOK]: gone, 'POST /auth/guest': loginResponse(GUEST) });
    await screen.findByRole('heading', { level: 1, name: 'This invitation is not valid any more' });
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
    await page.person.click(screen.getByRole('button', { name: 'Enter as a guest' }));
    await enterPerson(page);
    await page.person.type(screen.getByLabelText('Display name (optional)'), '{Enter}');
    await waitFor(() => expect(page.address()).toBe('/v1'));
    expect(pressedJoin(page)).toEqual([]);
  });

  it('a room that is full, or an invitation that ends meanwhile, is said', async () => {
    const page = await openJoin(
      { [JOIN]: refusal(400, 'group_full', 'Group has reached maximum member limit') },
      'asha',
    );
    const button = await screen.findByRole('button', { name: 'Join the room' });
    await page.person.click(button);
    expect((await screen.findByRole('alert')).textContent).toBe('Group has reached maximum member limit');
    page.answer({ [JOIN]: gone });
    await page.person.click(button);
    expect(await screen.findByText('This invitation is not valid any more')).toBeTruthy();
  });

  it('without a connection the page can be tried again', async () => {
    const page = await openJoin({ [LOOK]: refusal(503, 'unavailable', 'Adda is catching its breath.') });
    expect((await screen.findByRole('alert')).textContent).toContain('Adda is catching its breath.');
    page.answer({ [LOOK]: room });
    await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Rooftop Nights')).toBeTruthy();
  });
});

describe('GR-02: the ways in keep the invitation', () => {
  it('a guest joins by itself after the form; a refusal because of the age joins nobody', async () => {
    const page = await openJoin({
      'POST /auth/guest': badField('birth_date', 'Please check your date of birth.'),
    });
    await page.person.click(await screen.findByRole('button', { name: 'Enter as a guest' }));
    await enterPerson(page);
    const submit = () => page.person.type(screen.getByLabelText('Display name (optional)'), '{Enter}');
    await submit();
    await screen.findByText('Please check your date of birth.');
    expect([page.address(), pressedJoin(page)]).toEqual([`/join/${CODE}`, []]);
    page.answer({ 'POST /auth/guest': loginResponse(GUEST) });
    await submit();
    await waitFor(() => expect(page.address()).toBe(ROOM));
    expect(session.current()?.username).toBe(GUEST);
    expect(pressedJoin(page)).toHaveLength(1);
  });

  it('through the login and back to the registration, into the room', async () => {
    const page = await openJoin({ 'POST /auth/register': loginResponse('asha') });
    const follow = async (name: string) => page.person.click(await screen.findByRole('link', { name }));
    await follow('Log in');
    await screen.findByRole('heading', { name: 'Welcome back' });
    expect(page.address()).toBe(`/login?join=${CODE}`);
    expect(screen.getByRole('link', { name: 'Forgot it?' }).getAttribute('href')).toBe(
      `/forgot-password?join=${CODE}`,
    );
    await follow('Create an account');
    await screen.findByRole('heading', { name: 'Create your account' });
    expect(page.address()).toBe(`/register?join=${CODE}`);
    await page.person.type(screen.getByLabelText('Username'), 'asha');
    await page.person.type(screen.getByLabelText('E-mail'), 'asha@example.org');
    await page.person.type(screen.getByLabelText('Password'), 'tea at eleven');
    await enterPerson(page);
    await page.person.click(screen.getByRole('button', { name: 'Create my account' }));
    await waitFor(() => expect(page.address()).toBe(ROOM));
    expect(pressedJoin(page)).toHaveLength(1);
  });

  it('a login joins by itself; if the room is full the page says so', async () => {
    const page = await openJoin({
      'POST /auth/login': loginResponse('asha'),
      [JOIN]: refusal(400, 'group_full', 'Group has reached maximum member limit'),
    });
    await page.person.click(await screen.findByRole('link', { name: 'Log in' }));
    await page.person.type(await screen.findByLabelText('Username or e-mail'), 'asha');
    await page.person.type(screen.getByLabelText('Password'), 'tea at eleven{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Group has reached maximum member limit');
    expect([page.address(), pressedJoin(page)]).toEqual([`/join/${CODE}`, [expect.anything()]]);
  });
});
