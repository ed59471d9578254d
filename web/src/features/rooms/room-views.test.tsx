import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type RecordedRequest, type TestResponse } from '../../test/answering-server.ts';
import { render } from '../../test/render.tsx';
import { logIn } from '../../test/log-in.ts';
import { toast } from '../../ui/toast-store.ts';
import { CreateLink } from './list/create-link.tsx';
import { ActiveRooms, type ActiveRoomsProps } from './list/rooms-tab.tsx';
import { RoomView } from './room-screen.tsx';
import { GROUP_ID, groupOf, pageOf } from './rooms.fixture.ts';

const list = (groups: unknown[]): TestResponse => ({ body: { groups, page: 1, total_count: groups.length } });
const failure = (status: number, detail: unknown, code = ''): TestResponse => ({
  status,
  body: { detail, code },
});

let answer: (request: RecordedRequest) => TestResponse = () => list([]);
let server: Awaited<ReturnType<typeof startTestServer>>;

beforeEach(async () => {
  server = await startTestServer((request) => answer(request));
  location.href = `${server.url}/`;
  logIn('asha');
});
afterEach(async () => {
  await server.close();
});

async function show(element: ReactElement) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute({
    component: () => <QueryClientProvider client={client}>{element}</QueryClientProvider>,
  });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  await router.load();
  // The app registers its own router's type; this test router has fewer routes.
  return render(<RouterProvider router={router as never} />);
}

const rooms = (given: Partial<ActiveRoomsProps> = {}) => (
  <ActiveRooms onOpen={() => undefined} isInRoom={false} {...given} />
);

describe('the top rooms', () => {
  it('RO-02, RO-06, GR-08, HM-03, RO-01, CO-25: requests those that the user is not in, and shows cards', async () => {
    answer = () =>
      list([groupOf(), groupOf({ group_id: 'f'.repeat(24), name: 'Indie Mixtape', is_member: false })]);
    await show(rooms());
    expect(await screen.findByText('Indie Mixtape')).toBeTruthy();
    expect(screen.getAllByText('Active now')).toHaveLength(1);
    expect(screen.getAllByText('3 members')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Join' })).toBeTruthy();
    const paths = server.seen.map(({ path }) => path);
    expect(paths).toContain('/groupchat/groups?page=1&limit=10&sort_by=busy&order=desc&is_member=false');
  });

  it('RO-02: missing pictures show letters, and the user’s own rooms are not listed again', async () => {
    const faces = ['riya', 'kabir'].map((username) => ({ username, profile_image_url: null }));
    answer = () =>
      list([
        groupOf(),
        groupOf({ group_id: 'f'.repeat(24), name: 'Indie Mixtape', is_member: false, faces }),
      ]);
    await show(rooms());
    const found = within(await screen.findByRole('list', { name: 'Active Rooms' }));
    expect(found.getAllByRole('listitem')).toHaveLength(1);
    expect(await found.findByText('R')).toBeTruthy();
    expect(found.getByText('K')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Busy right now' })).toBeTruthy();
  });

  it('HM-03: where the first visit beside it shows all busy rooms, the panel says so instead of being empty', async () => {
    answer = () => list([groupOf({ is_member: false })]);
    await show(rooms({ hasLively: true }));
    const hint = 'No other busy rooms right now. Find more by name, category or language.';
    expect(await screen.findByText(hint)).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Active Rooms' })).toBeNull();
  });

  it('SH-26: beside a title the link has its name, although only its plus is shown', async () => {
    await show(<CreateLink isBesideTitle />);
    expect(screen.getByRole('link', { name: 'Create room' }).getAttribute('title')).toBe('Create room');
  });

  it('RO-03, SH-26: shows a hint when there are none', async () => {
    answer = () => list([]);
    await show(rooms());
    expect(await screen.findByText('No rooms yet')).toBeTruthy();
    expect(screen.getByText('Be the first to create a room and start conversations')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create room' }).getAttribute('href')).toBe('/v1/group/create');
  });

  it.each([
    ['RO-09', failure(500, 'oops'), 'Failed to fetch top groups.'],
    [
      'RO-07',
      failure(422, [
        { loc: ['query', 'limit'], msg: 'Too large.', type: 'x' },
        { loc: ['query', 'page'], msg: 'Too small.', type: 'x' },
      ]),
      'Too large. Too small.',
    ],
    ['RO-08', failure(401, 'No', 'suspended'), 'Session expired. Please log in again.'],
  ])('%s, RO-04: shows the error, and Try Again retries', async (_id, problem, text) => {
    answer = () => problem;
    const { person } = await show(rooms());
    expect(await screen.findByRole('heading', { name: text })).toBeTruthy();
    answer = () => list([groupOf({ is_member: false })]);
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Rooftop Nights')).toBeTruthy();
  });

  it('X-52, SH-26: guests can’t create rooms and see why', async () => {
    logIn('_guest-ivy');
    await show(<CreateLink />);
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Create room' });
    expect(button.disabled).toBe(true);
    expect(button.getAttribute('aria-describedby')).toBe(
      screen.getByText('Guest users cannot create groups').id,
    );
  });

  it('RO-05: guests can’t create the first room either', async () => {
    answer = () => list([]);
    logIn('_guest-ivy');
    await show(rooms());
    expect(await screen.findByText('No rooms yet')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create room' }).disabled).toBe(true);
    expect(screen.queryByRole('link', { name: 'Create room' })).toBeNull();
  });

  it('RO-02, GC-61: Join adds the user as a member and opens the room', async () => {
    const onOpen = vi.fn();
    answer = ({ path }) =>
      path.endsWith('/join') ? { body: { message: 'ok' } } : list([groupOf({ is_member: false })]);
    const { person } = await show(rooms({ onOpen }));
    await person.click(await screen.findByRole('button', { name: 'Join' }));
    await waitFor(() => expect(onOpen).toHaveBeenCalledExactlyOnceWith(GROUP_ID));
    expect(server.seen.find(({ path }) => path.endsWith('/join'))?.body).toEqual({ group_id: GROUP_ID });
  });

  it('RO-02: a room from which the user is banned can’t be joined from its card', async () => {
    answer = () => list([groupOf({ is_member: false, is_banned: true })]);
    await show(rooms());
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Banned' });
    expect(button.disabled).toBe(true);
    expect(button.getAttribute('aria-description')).toBe('You are banned from this group');
  });

  it('HM-03: who is in all rooms is told so', async () => {
    answer = () => list([]);
    await show(rooms({ isInRoom: true }));
    expect(await screen.findByText('You are in every room')).toBeTruthy();
    expect(screen.queryByText('No rooms yet')).toBeNull();
  });

  it('GC-66, X-55, CO-24, HM-03: searches after a debounce, also the own rooms, and shows when nothing is found', async () => {
    const found = [groupOf({ name: 'Chess club' })];
    answer = ({ path }) => list(path.endsWith('search=chess') ? found : []);
    const { person } = await show(rooms());
    await person.type(screen.getByRole('searchbox'), 'chess');
    expect(await screen.findByText('Chess club')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Active' })).toBeTruthy();
    const paths = server.seen.map(({ path }) => path);
    expect(paths.at(-1)).toBe('/groupchat/groups?page=1&limit=100&search=chess');
    await person.type(screen.getByRole('searchbox'), 'xx');
    expect(await screen.findByText('No room like that')).toBeTruthy();
    await person.clear(screen.getByRole('searchbox'));
    expect(await screen.findByText('No rooms yet')).toBeTruthy();
  });
});

describe('a room seen by a non-member', () => {
  const outside = groupOf({ is_member: false });

  /** The responses of a room that the user may read before joining. */
  const fromOutside =
    (group = outside) =>
    ({ path }: Pick<RecordedRequest, 'path'>): TestResponse => ({
      body: path.endsWith('/preview')
        ? { group, messages: [], people: [], online: 0 }
        : path.endsWith('/pins')
          ? { pins: [] }
          : group,
    });

  it('AU-38, Q-36: a global admin who is not a member can read, and join to write', async () => {
    answer = ({ path }) => {
      if (path.includes('group-messages')) return { body: pageOf([]) };
      if (path.includes('/members')) return { body: { members: [], total_count: 0 } };
      return { body: groupOf({ is_member: false, allowed_actions: ['read', 'delete_any', 'kick', 'ban'] }) };
    };
    await show(<RoomView groupId={GROUP_ID} account="asha" />);
    expect(await screen.findByText("It's quiet here")).toBeTruthy();
    expect(await screen.findByText(/You are reading as an administrator/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Join Group' })).toBeTruthy();
    expect(screen.queryByLabelText('Message')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Send a gift' })).toBeNull();
  });

  it('GC-11 to GC-13, GC-36, GC-25: offers to join, and shows the chat afterwards', async () => {
    let isMember = false;
    let finishJoin = () => {};
    answer = ({ path }) => {
      if (path.endsWith('/join')) {
        isMember = true;
        return { body: { message: 'ok' } };
      }
      if (path.includes('group-messages')) return { body: pageOf([]) };
      if (path.includes('/members')) return { body: { members: [], total_count: 0 } };
      return fromOutside(groupOf({ is_member: isMember }))({ path });
    };
    const { person } = await show(<RoomView groupId={GROUP_ID} account="asha" />);
    expect(await screen.findByText('Not a Member')).toBeTruthy();
    expect(screen.getByText("You're not part of this group yet. Join to start chatting!")).toBeTruthy();
    finishJoin = () => void person.click(screen.getByRole('button', { name: 'Join Group' }));
    finishJoin();
    expect(await screen.findByText('Joining...')).toBeTruthy();
    expect(await screen.findByLabelText('Message')).toBeTruthy();
    expect(await screen.findByText("It's quiet here")).toBeTruthy();
  });

  it.each([
    ['GC-37', failure(400, 'You are already a member of this group', 'already_a_member'), 'info'],
    ['GC-62', failure(400, 'Group has reached maximum member limit', 'group_full'), 'problem'],
    ['GC-64', failure(403, 'You are banned from this group', 'banned'), 'problem'],
  ])('%s: shows the result of joining', async (_id, refusal, tone) => {
    answer = ({ path }) => (path.endsWith('/join') ? refusal : fromOutside()({ path }));
    const { person } = await show(<RoomView groupId={GROUP_ID} account="asha" />);
    await person.click(await screen.findByRole('button', { name: 'Join Group' }));
    await waitFor(() => expect(toast.current()).toHaveLength(1));
    expect(toast.current()[0]).toMatchObject({ text: Object(refusal.body).detail, tone });
    const atButton = screen.queryByRole('alert')?.textContent;
    expect(atButton).toBe(tone === 'problem' ? Object(refusal.body).detail : undefined);
  });

  it('GC-63: a stale session is refreshed once and joining repeated', async () => {
    let isStale = true;
    answer = ({ path }) => {
      if (path === '/auth/refresh') {
        isStale = false;
        return { body: { expires_in: 7200 } };
      }
      if (path.endsWith('/join'))
        return isStale ? failure(401, 'Token expired', 'token_expired') : { body: { message: 'ok' } };
      if (path.includes('group-messages')) return { body: pageOf([]) };
      if (path.includes('/members')) return { body: { members: [], total_count: 0 } };
      return fromOutside(groupOf({ is_member: !isStale }))({ path });
    };
    const { person } = await show(<RoomView groupId={GROUP_ID} account="asha" />);
    await person.click(await screen.findByRole('button', { name: 'Join Group' }));
    expect(await screen.findByLabelText('Message')).toBeTruthy();
    const asked = (path: string) => server.seen.filter((request) => request.path.endsWith(path));
    expect([asked('/join').length, asked('/auth/refresh').length]).toEqual([2, 1]);
  });

  it('GC-19 to GC-22, GR-01: shows the facts and the topic of the room', async () => {
    answer = fromOutside({ ...outside, description: 'Stars and snacks', topic: 'Meteors tonight' });
    await show(<RoomView groupId={GROUP_ID} account="asha" />);
    for (const text of [
      'Group Name',
      'Created',
      'Members',
      'Creator',
      'Stars and snacks',
      'Meteors tonight',
    ]) {
      expect(await screen.findByText(text)).toBeTruthy();
    }
    expect(screen.queryByRole('button', { name: 'Manage Group' })).toBeNull();
  });

  it('SV-27: banned users see a message and no Join button', async () => {
    answer = () => ({ body: { ...outside, is_banned: true } });
    await show(<RoomView groupId={GROUP_ID} account="asha" />);
    expect(await screen.findByRole('heading', { name: 'You are banned from this group' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Join Group' })).toBeNull();
  });

  it('GM-24: a global admin manages it without joining', async () => {
    answer = ({ path }) => {
      if (path.includes('group-messages')) return { body: pageOf([]) };
      if (path.includes('/members')) return { body: { members: [], total_count: 0 } };
      return { body: { ...outside, allowed_actions: ['read', 'kick', 'ban', 'grant', 'delete_group'] } };
    };
    const { person } = await show(<RoomView groupId={GROUP_ID} account="asha" />);
    await person.click(await screen.findByRole('button', { name: 'Group actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Delete Group' })).toBeTruthy();
    await person.click(screen.getByRole('menuitem', { name: 'Manage Group' }));
    expect(await screen.findByRole('dialog', { name: 'Manage Group' })).toBeTruthy();
  });

  it('GC-40: cached data of a deleted room is not shown', async () => {
    answer = fromOutside();
    const { person } = await show(<RoomView groupId={GROUP_ID} account="asha" />);
    const join = await screen.findByRole('button', { name: 'Join Group' });
    answer = ({ path }) =>
      path.endsWith('/join')
        ? failure(400, 'You are already a member of this group', 'already_a_member')
        : failure(404, 'Group "x" not found', 'group_not_found');
    await person.click(join);
    expect(await screen.findByRole('heading', { name: 'Group "x" not found' })).toBeTruthy();
  });

  it.each([
    ['GC-58', 400, 'invalid_group_id', 'Invalid group ID'],
    ['GC-59', 404, 'group_not_found', 'Group "x" not found'],
  ])('%s: shows that the room does not exist', async (_id, status, code, detail) => {
    answer = () => failure(status, detail, code);
    await show(<RoomView groupId="x" account="asha" />);
    expect(await screen.findByRole('heading', { name: detail })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to the chats' })).toBeTruthy();
  });

  it('offers a retry when the room did not load', async () => {
    answer = () => failure(500, 'Something went wrong.', 'internal');
    const { person } = await show(<RoomView groupId={GROUP_ID} account="asha" />);
    const again = await screen.findByRole('button', { name: 'Try Again' });
    answer = fromOutside();
    await person.click(again);
    expect(await screen.findByText('Not a Member')).toBeTruthy();
  });
});
