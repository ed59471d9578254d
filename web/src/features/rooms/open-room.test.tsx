import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { clearUserStorage, userStorageKey } from '../../platform/user-storage.ts';
import { toast } from '../../ui/toast-store.ts';
import { creatorRights, failure, memberOf, profileOf, showPage, type Stage } from './room-page.fixture.tsx';
import { RoomView } from './room-screen.tsx';
import { GROUP_ID, groupOf, messageAt, pageOf } from './rooms.fixture.ts';
import { clearMemberData } from './rooms.mutations.ts';

const people = [
  memberOf('riya', { is_creator: true }),
  memberOf('asha'),
  memberOf('_guest-ivy', { is_online: false }),
];
const profiles = [
  profileOf('riya', { display_name: 'Riya Sen', bio: 'Tea first.' }),
  profileOf('asha', { shared_groups: [] }),
  profileOf('_guest-ivy', { is_online: false, is_guest: true }),
];
const sees = (name: string) => screen.findByRole('heading', { name });

const open = (stage: Stage = {}) =>
  showPage(() => <RoomView groupId={GROUP_ID} account={stage.as ?? 'asha'} />, {
    members: people,
    profiles,
    ...stage,
  });

const asCreator: Stage = {
  as: 'riya',
  group: groupOf(creatorRights),
};

describe('where a room opens', () => {
  const readElsewhere = ({ path }: { path: string }) => {
    if (path.endsWith('/conversations/read'))
      return { body: { unread_count: 1, mention_count: 0, up_to: 2 } };
    return path.includes('/group-messages')
      ? { body: pageOf([messageAt(1), messageAt(2), messageAt(3)]) }
      : undefined;
  };

  it('HM-02: on a new device at the first message that was read on no other', async () => {
    await open({ answer: readElsewhere });
    const line = await screen.findByText('New messages');
    const isAfter = (text: string) =>
      Boolean(line.compareDocumentPosition(screen.getByText(text)) & Node.DOCUMENT_POSITION_FOLLOWING);
    expect(['message 2', 'message 3'].map(isAfter)).toEqual([false, true]);
  });

  it('HM-02: a device that showed the room before knows where, and does not ask', async () => {
    localStorage.setItem(userStorageKey('read', 'asha', GROUP_ID), '1');
    const { asked } = await open({ answer: readElsewhere });
    const line = await screen.findByText('New messages');
    expect(line.compareDocumentPosition(screen.getByText('message 2'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const bodies = asked('/conversations/read').map(({ body }) => body);
    expect(bodies).not.toContainEqual({ group_id: GROUP_ID, up_to: 0 });
    clearUserStorage();
  });

  it('HM-02: without an answer the room opens at its end', async () => {
    await open({
      answer: (request) =>
        request.path.endsWith('/conversations/read') ? failure(500, 'broken') : readElsewhere(request),
    });
    expect(await screen.findByText('message 3')).toBeTruthy();
    expect(screen.queryByText('New messages')).toBeNull();
  });
});

describe('the tabs of a room', () => {
  it('GC-06, GC-08, GC-09: a header with name, connection and actions, a spinner, then the messages', async () => {
    let answer = () => {};
    const until = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await open({
      answer: ({ path }) =>
        path.includes('/group-messages') ? { body: pageOf([messageAt(1)]), until } : undefined,
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Rooftop Nights' })).toBeTruthy();
    expect(await screen.findByText('Connecting...')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Group actions' })).toBeTruthy();
    const chat = within(screen.getByRole('tabpanel', { name: 'Chat' }));
    expect(chat.getByText('Loading…')).toBeTruthy();
    answer();
    expect(await chat.findByText('message 1')).toBeTruthy();
    expect(chat.queryByText('Loading…')).toBeNull();
  });

  it('GC-04, GC-19 to GC-24, GC-26, X-38: Group Info shows everything, and a member can only leave', async () => {
    const { person } = await open({ group: groupOf({ description: 'Stars and snacks' }) });
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Chat', 'Group Info', 'Profile']);
    await person.click(screen.getByRole('tab', { name: 'Group Info' }));
    const panel = screen.getByRole('tabpanel');
    expect(await within(panel).findByText('Group Name')).toBeTruthy();
    for (const text of [
      'Created',
      'Creator',
      'Your Permissions',
      'No special permissions',
      'Stars and snacks',
    ]) {
      expect(within(panel).getByText(text)).toBeTruthy();
    }
    const list = await within(panel).findByRole('list', { name: 'Members' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(3));
    expect(within(list).getByRole('button', { name: 'Online riya (Creator)' })).toBeTruthy();
    expect(within(list).getByRole('button', { name: 'Online asha (you)' })).toBeTruthy();
    expect(within(list).getByRole('button', { name: 'Offline ivy guest' })).toBeTruthy();
    expect(within(panel).getByRole('button', { name: 'Leave Group' })).toBeTruthy();
    expect(within(panel).queryByRole('button', { name: 'Manage Group' })).toBeNull();
    expect(within(panel).queryByRole('button', { name: /^Manage / })).toBeNull();
  });

  it('GM-02, GM-03, GM-20, X-38, GM-12: the creator manages and deletes, and does not leave', async () => {
    const { person } = await open(asCreator);
    await person.click(await screen.findByRole('tab', { name: 'Group Info' }));
    const panel = screen.getByRole('tabpanel');
    expect(await within(panel).findByRole('button', { name: 'Manage Group' })).toBeTruthy();
    expect(within(panel).getByRole('button', { name: 'Delete Group' })).toBeTruthy();
    expect(within(panel).queryByRole('button', { name: 'Leave Group' })).toBeNull();
    expect(await within(panel).findByRole('button', { name: 'Manage asha' })).toBeTruthy();
    expect(within(panel).queryByRole('button', { name: 'Manage riya' })).toBeNull();
    await person.click(within(panel).getByRole('button', { name: 'Manage asha' }));
    const menu = await screen.findByRole('menu', { name: 'Manage asha' });
    await person.click(within(menu).getByRole('menuitem', { name: 'Kick' }));
    expect(await screen.findByRole('dialog', { name: 'Kick asha?' })).toBeTruthy();
  });

  it('GC-05: Profile shows the user, then the profile opened last', async () => {
    const { person } = await open();
    await person.click(await screen.findByRole('tab', { name: 'Profile' }));
    expect(await sees('asha')).toBeTruthy();
    expect(screen.getByText('No bio available')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Report' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Choose a member' }));
    await person.click(await screen.findByRole('button', { name: 'Online riya (Creator)' }));
    expect(await sees('Riya Sen')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Your profile' }));
    expect(await sees('asha')).toBeTruthy();
  });
});

describe('a member’s profile', () => {
  async function look(name: string, stage: Stage = {}) {
    const page = await open(stage);
    await page.person.click(await screen.findByRole('tab', { name: 'Group Info' }));
    await page.person.click(await screen.findByRole('button', { name }));
    return { ...page, dialog: await screen.findByRole('dialog') };
  }

  it('GC-29, GC-30: picture, names, presence, bio, join date, and a private chat', async () => {
    const { dialog } = await look('Online riya (Creator)');
    expect(await within(dialog).findByRole('heading', { name: 'Riya Sen' })).toBeTruthy();
    for (const text of ['@riya', 'Tea first.', '5 March 2026']) {
      expect(await within(dialog).findByText(text)).toBeTruthy();
    }
    expect(within(dialog).getAllByText('Online')).not.toHaveLength(0);
    const chat = within(dialog).getByRole('link', { name: 'Start Private Chat' });
    expect(chat.getAttribute('href')).toBe('/v1/chat/riya');
    expect(within(dialog).queryByRole('button', { name: 'Manage' })).toBeNull();
  });

  it('GC-03: Whisper here inserts the name before the draft', async () => {
    const { dialog, person } = await look('Offline ivy guest');
    await person.click(await within(dialog).findByRole('button', { name: 'Whisper here' }));
    const input = await screen.findByLabelText<HTMLTextAreaElement>('Message');
    expect(input.value).toBe('@ivy ');
    await waitFor(() => expect(document.activeElement).toBe(input));
    expect(dialog.isConnected).toBe(false);
  });

  it('RP-02, Q-37: Report asks for the reason, for this user and this room', async () => {
    const { dialog, person, asked } = await look('Online riya (Creator)', {
      answer: ({ path }) =>
        path === '/users/report' ? { body: { message: 'ok', report_id: '1' } } : undefined,
    });
    await person.click(await within(dialog).findByRole('button', { name: 'Report' }));
    const report = await screen.findByRole('dialog', { name: 'Report riya' });
    await person.type(within(report).getByRole('textbox'), 'Shouts at everybody.');
    await person.click(within(report).getByRole('button', { name: 'Report' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked('/users/report')[0]?.body).toMatchObject({ reported_username: 'riya', group_id: GROUP_ID });
  });

  it('shows an error and retries', async () => {
    const { dialog, person, change } = await look('Online riya (Creator)', {
      answer: ({ path }) => (path.includes('/profile') ? failure(500, 'Oh no.') : undefined),
    });
    expect(await within(dialog).findByText('Oh no.')).toBeTruthy();
    change({ answer: undefined });
    await person.click(within(dialog).getByRole('button', { name: 'Try Again' }));
    expect(await within(dialog).findByText('Tea first.')).toBeTruthy();
  });
});

describe('the end of a membership', () => {
  it('GC-41, GC-65: leaving asks for confirmation, shows one message, and leads to the rooms', async () => {
    const { person, asked, where } = await open({
      answer: ({ path }) => (path.endsWith('/leave') ? { body: { message: 'ok' } } : undefined),
    });
    await person.click(await screen.findByRole('tab', { name: 'Group Info' }));
    await person.click(await screen.findByRole('button', { name: 'Leave Group' }));
    const dialog = await screen.findByRole('dialog', { name: 'Leave Rooftop Nights?' });
    await person.click(within(dialog).getByRole('button', { name: 'Leave Group' }));
    await waitFor(() => expect(where()).toBe('/v1'));
    expect(asked('/leave')[0]?.body).toEqual({ group_id: GROUP_ID });
    expect(toast.current().map((item) => item.text)).toEqual(['Left group successfully']);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  it.each([
    ['typing', false],
    ['in a dialog', true],
  ])('GC-38, R-07: a user who is removed while %s continues on the page', async (_what, isAsking) => {
    const { person, client } = await open();
    await person.type(await screen.findByLabelText('Message'), 'hel');
    if (isAsking) {
      await person.click(screen.getByRole('tab', { name: 'Group Info' }));
      await person.click(await screen.findByRole('button', { name: 'Leave Group' }));
      await screen.findByRole('dialog', { name: 'Leave Rooftop Nights?' });
    }
    act(() => clearMemberData(client, GROUP_ID));
    await screen.findByText('Not a Member');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  it('GC-36: after joining, the page gets the focus if the input does not take it', async () => {
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
      Object.assign(new EventTarget(), {
        matches: false,
        media: query,
        onchange: null,
        addListener: () => undefined,
        removeListener: () => undefined,
      }),
    );
    const { person, change } = await open({
      group: groupOf({ is_member: false }),
      answer: ({ path }) => (path.endsWith('/join') ? { body: { message: 'ok' } } : undefined),
    });
    const join = await screen.findByRole('button', { name: 'Join Group' });
    change({ group: groupOf() });
    await person.click(join);
    await screen.findByLabelText('Message');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  it('GM-20, GM-29: deleting names the room and asks for confirmation', async () => {
    const { person, asked, where } = await open({
      ...asCreator,
      answer: ({ path }) => (path.endsWith('/delete') ? { body: { message: 'ok' } } : undefined),
    });
    await person.click(await screen.findByRole('button', { name: 'Group actions' }));
    await person.click(screen.getByRole('menuitem', { name: 'Delete Group', hidden: true }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete Rooftop Nights?' });
    expect(asked('/delete')).toEqual([]);
    await person.click(within(dialog).getByRole('button', { name: 'Delete Group' }));
    await waitFor(() => expect(where()).toBe('/v1'));
    expect(asked('/groups/delete')[0]?.body).toEqual({ group_id: GROUP_ID });
    expect(toast.current().map((item) => item.text)).toEqual(['This group has been deleted.']);
  });

  it('GC-26, GC-72: the menu of a room offers the allowed actions', async () => {
    const items = () => screen.getAllByRole('menuitem', { hidden: true }).map((item) => item.textContent);
    const { unmount } = await open();
    await screen.findByRole('button', { name: 'Group actions' });
    expect(items()).toEqual(expect.arrayContaining(['Group Info', 'Members', 'Leave Group']));
    expect(items()).not.toContain('Manage Group');
    expect(items()).not.toContain('Delete all messages');
    unmount();
    await open(asCreator);
    await screen.findByRole('button', { name: 'Group actions' });
    expect(items()).toEqual(expect.arrayContaining(['Manage Group', 'Delete all messages', 'Delete Group']));
    expect(items()).not.toContain('Leave Group');
  });
});
