import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CallOutput } from '../../../platform/api.ts';
import { cachedMember } from './cached-member.ts';
import { addMember, newMember, refetchMembers } from './member-cache.ts';
import { membersOf, oneMember } from './members.queries.ts';
import { followMembers, membershipHandlers } from './membership-events.ts';
import { createMembershipNotices } from './membership-events.ts';
import { profileKey } from '../../accounts/index.ts';
import { openStore } from '../../messages/history/message-store.ts';
import { cachedStore } from '../../messages/history/message-history.ts';
import { createTestConnection, GROUP_ID, groupOf, messageAt, pageOf } from '../rooms.fixture.ts';
import { leaveRoom } from '../rooms.mutations.ts';
import { roomKeys } from '../rooms.queries.ts';
import { createTypingUsers } from '../../messages/chat/typing.ts';
import { roomConversation } from '../messages/room-conversation.ts';

type Members = InfiniteData<CallOutput<'GET /groupchat/groups/:id/members'>>;

const memberEvent = (username: string) => ({ group_id: GROUP_ID, username });
const by = (username: string, moderator = 'asha') => ({ ...memberEvent(username), by: moderator });

let client: QueryClient;
let onClosed = vi.fn<(text: string) => void>();

const room = () => client.getQueryData<ReturnType<typeof groupOf>>(roomKeys.room(GROUP_ID));
const members = () => client.getQueryData<Members>(roomKeys.members(GROUP_ID));
const names = () => membersOf(members()).map((member) => member.username);
const shownTexts: string[] = [];
const hold = (key: readonly unknown[], usernames: string[], total = usernames.length) =>
  client.setQueryData<Members>(key, {
    pages: [{ members: usernames.map(newMember), total_count: total }],
    pageParams: [0],
  });

function openRoom() {
  const targets = { client, groupId: GROUP_ID, account: 'me', typingUsers: createTypingUsers(), onClosed };
  const { tell } = createMembershipNotices((text) => shownTexts.push(text));
  return { handlers: membershipHandlers(targets, tell) };
}

/** A fake `fetch` that records the requests. */
function startOffline() {
  const fetchMock = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('offline')));
  vi.stubGlobal('fetch', fetchMock);
  onTestFinished(() => void vi.unstubAllGlobals());
  return fetchMock;
}

beforeEach(() => {
  shownTexts.length = 0;
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  onClosed = vi.fn<(text: string) => void>();
  client.setQueryData(roomKeys.room(GROUP_ID), groupOf());
  client.setQueryData(roomKeys.messages(GROUP_ID), openStore(pageOf([messageAt(1)])));
  hold(roomKeys.members(GROUP_ID), ['riya', '_guest-ivy']);
});

describe('events about other members', () => {
  it('RT-04, RT-05, RT-10: members join, leave, go online and offline, each counted once', () => {
    const { handlers } = openRoom();
    handlers.group_joined(memberEvent('zoya'));
    handlers.group_joined(memberEvent('zoya'));
    expect(room()?.member_count).toBe(4);
    handlers.user_status({ username: 'riya', is_online: false, last_active: null });
    handlers.group_left(memberEvent('_guest-ivy'));
    handlers.group_left(memberEvent('_guest-ivy'));
    expect(room()?.member_count).toBe(3);
    expect(members()?.pages[0]?.total_count).toBe(2);
    expect(membersOf(members()).map((member) => [member.username, member.is_online])).toEqual([
      ['riya', false],
      ['zoya', true],
    ]);
  });

  it('R-07: a kicked or banned user is no longer a member, and the chat shows who did it', () => {
    const { handlers } = openRoom();
    handlers.kick_user(by('riya'));
    handlers.ban_user(by('_guest-ivy'));
    handlers.unban_user(by('_guest-ivy', 'noor'));
    expect(names()).toEqual([]);
    expect(room()?.member_count).toBe(1);
    expect(shownTexts).toEqual([
      'riya was removed by asha',
      'ivy was banned by asha',
      'ivy was unbanned by noor',
    ]);
    expect(onClosed).not.toHaveBeenCalled();
  });

  it('SV-52, R-14: a user’s messages and typing state disappear immediately when a block begins', async () => {
    const fetchMock = startOffline();
    client.setQueryData(
      roomKeys.messages(GROUP_ID),
      openStore(pageOf([messageAt(1, { sender: 'riya' }), messageAt(2, { sender: 'zoya' })])),
    );
    const typingUsers = createTypingUsers();
    for (const name of ['riya', 'zoya']) typingUsers.add(name);
    const targets = { client, groupId: GROUP_ID, account: 'me', typingUsers, onClosed };
    const handlers = membershipHandlers(targets, () => undefined);
    handlers.blocked_notification({ username: 'riya', is_blocked: true });
    const store = cachedStore(client, roomConversation(GROUP_ID));
    expect(store?.messages.map(({ sender }) => sender)).toEqual(['zoya']);
    expect(typingUsers.current()).toEqual(['zoya']);
    expect(names()).toContain('riya'); // both stay members
    expect(client.getQueryState(roomKeys.messages(GROUP_ID))?.isInvalidated).toBe(true);
    expect(client.getQueryState(roomKeys.members(GROUP_ID))?.isInvalidated).toBe(true);
    await vi.waitFor(() => expect(fetchMock).toHaveBeenCalled());
  });

  it('SV-50: a user’s messages in this room are removed while they are suspended, and loaded again afterwards', async () => {
    const fetchMock = startOffline();
    const { handlers } = openRoom();
    const senders = () =>
      cachedStore(client, roomConversation(GROUP_ID))?.messages.map(({ sender }) => sender) ?? [];
    const all = senders();
    const [who = ''] = all;
    handlers.member_suspended({ group_id: 'f'.repeat(24), username: who, is_suspended: true });
    expect(senders()).toEqual(all);
    handlers.member_suspended({ ...memberEvent(who), is_suspended: true });
    expect(senders()).toEqual(all.filter((sender) => sender !== who));
    handlers.member_suspended({ ...memberEvent(who), is_suspended: false });
    expect(client.getQueryState(roomKeys.messages(GROUP_ID))?.isInvalidated).toBe(true);
    await vi.waitFor(() => expect(fetchMock).toHaveBeenCalled());
  });

  it('SV-52: when a block ends, the user’s messages are loaded again', async () => {
    const fetchMock = startOffline();
    const { handlers } = openRoom();
    handlers.blocked_notification({ username: 'riya', is_blocked: false });
    expect(cachedStore(client, roomConversation(GROUP_ID))?.messages).toHaveLength(1);
    expect(client.getQueryState(roomKeys.messages(GROUP_ID))?.isInvalidated).toBe(true);
    await vi.waitFor(() => expect(fetchMock).toHaveBeenCalled());
  });

  it('RO-02: the room cards update their counts', () => {
    const other = groupOf({ group_id: 'f'.repeat(24) });
    client.setQueryData(roomKeys.list('top'), { groups: [groupOf(), other], page: 1, total_count: 2 });
    openRoom().handlers.kick_user(by('riya'));
    expect(client.getQueryData(roomKeys.list('top'))).toMatchObject({
      groups: [{ member_count: 2 }, { member_count: 3 }],
    });
  });

  it('SV-29: banning a user who is not a member removes no member', () => {
    const { handlers } = openRoom();
    handlers.ban_user(by('stranger'));
    expect(room()?.member_count).toBe(3);
    expect(members()?.pages[0]?.total_count).toBe(2);
  });

  it('a long list counts a new member, who is loaded with its last page', () => {
    hold(roomKeys.members(GROUP_ID), ['riya'], 5000);
    openRoom().handlers.group_joined(memberEvent('zoya'));
    expect(members()?.pages[0]).toMatchObject({ total_count: 5001 });
    expect(names()).toEqual(['riya']);
  });

  it('GM-28: permissions of others change in every list, and the chat shows it', () => {
    hold(roomKeys.membersFound(GROUP_ID, 'ri'), ['riya']);
    openRoom().handlers.permission_granted({ ...memberEvent('riya'), permissions: ['can_kick', 'can_ban'] });
    expect(cachedMember(client, GROUP_ID, 'riya')?.permissions).toEqual(['can_kick', 'can_ban']);
    const found = client.getQueryData<Members>(roomKeys.membersFound(GROUP_ID, 'ri'));
    expect(membersOf(found)[0]?.permissions).toEqual(['can_kick', 'can_ban']);
    expect(shownTexts).toEqual(['riya may remove and ban members now']);
  });
});

describe('events about the user’s own membership', () => {
  it.each([
    ['GC-39', 'group_left', memberEvent('me'), 'You have left the group.'],
    ['GC-39', 'kick_user', by('me'), 'You have been kicked from the group.'],
    ['GC-39', 'ban_user', by('me'), 'You have been banned from the group.'],
    ['GC-40', 'group_deleted', { group_id: GROUP_ID }, 'This group has been deleted.'],
  ] as const)(
    '%s, GC-38: %s closes the room and removes data that only members may see',
    (_id, event, payload, text) => {
      const handle: (given: never) => void = openRoom().handlers[event];
      // Each row has its own event payload.
      handle(payload as never);
      expect(onClosed).toHaveBeenCalledExactlyOnceWith(text);
      expect(room()).toMatchObject({
        is_member: false,
        is_banned: event === 'ban_user',
        allowed_actions: [],
        permissions: [],
      });
      expect(cachedStore(client, roomConversation(GROUP_ID))).toBeUndefined();
      expect(members()).toBeUndefined();
    },
  );

  it('GC-41: the tab that leaves shows its own message', () => {
    const { handlers } = openRoom();
    const leaving = client
      .getMutationCache()
      .build(client, { ...leaveRoom(GROUP_ID), mutationFn: () => new Promise<never>(() => undefined) });
    void leaving.execute(undefined);
    handlers.group_left(memberEvent('me'));
    expect(onClosed).not.toHaveBeenCalled();
  });

  it('GM-21: new permissions apply immediately and are shown', () => {
    openRoom().handlers.permission_granted({ ...memberEvent('me'), permissions: ['can_ban'] });
    expect(room()?.permissions).toEqual(['can_ban']);
    expect(client.getQueryState(roomKeys.room(GROUP_ID))?.isInvalidated).toBe(true);
    expect(shownTexts).toEqual(['You may ban members now']);
  });
});

describe('the user’s own presence', () => {
  const off = (username: string) => ({ ...newMember(username), is_online: false });
  const follow = (state: 'connected' | 'reconnecting') => {
    const connection = createTestConnection(state);
    const targets = { client, groupId: GROUP_ID, account: 'me', typingUsers: createTypingUsers(), onClosed };
    onTestFinished(followMembers({ ...targets, connection: connection.connection }));
    return connection;
  };
  const holdOff = () =>
    client.setQueryData<Members>(roomKeys.members(GROUP_ID), {
      pages: [{ members: [off('riya'), off('me')], total_count: 2 }],
      pageParams: [0],
    });
  const presence = () => membersOf(members()).map((member) => member.is_online);

  it.each([false, true])('RT-10: a connected user is shown as online (again: %s)', (isAgain) => {
    holdOff();
    client.setQueryData(roomKeys.member(GROUP_ID, 'me'), off('me'));
    client.setQueryData(profileKey('me'), { username: 'me', is_online: false });
    const connection = follow('reconnecting');
    expect(presence()).toEqual([false, false]);
    connection.move('connected', isAgain);
    expect(presence()).toEqual([false, true]);
    expect(client.getQueryData(roomKeys.member(GROUP_ID, 'me'))).toMatchObject({ is_online: true });
    expect(client.getQueryData(profileKey('me'))).toEqual({ username: 'me', is_online: true });
    expect(client.isFetching()).toBe(0);
  });

  it('RT-10: also when the list arrives after the connection, or was invalidated', async () => {
    follow('connected');
    holdOff();
    expect(presence()).toEqual([false, true]);
    await client.invalidateQueries({ queryKey: roomKeys.members(GROUP_ID), refetchType: 'none' });
    openRoom().handlers.user_status({ username: 'riya', is_online: true, last_active: null });
    expect(presence()).toEqual([true, true]);
    expect(client.getQueryState(roomKeys.members(GROUP_ID))?.isInvalidated).toBe(true);
  });
});

describe('the cached members', () => {
  it('a room of thousands is not refetched page by page after a lost connection', () => {
    client.setQueryData<Members>(roomKeys.members(GROUP_ID), {
      pages: Array.from({ length: 50 }, (_, page) => ({
        members: [newMember(`person-${page}`)],
        total_count: 5000,
      })),
      pageParams: Array.from({ length: 50 }, (_, page) => page * 100),
    });
    refetchMembers(client, GROUP_ID, true);
    expect(members()?.pages).toHaveLength(2);
    expect(client.getQueryState(roomKeys.members(GROUP_ID))?.isInvalidated).toBe(true);
  });

  it('a member is known from any list until the server has responded with more', () => {
    hold(roomKeys.membersFound(GROUP_ID, 'no'), ['noor']);
    const { placeholderData } = oneMember(client, GROUP_ID, 'noor');
    expect(typeof placeholderData === 'function' && placeholderData(undefined, undefined)).toMatchObject({
      username: 'noor',
    });
    expect(addMember(client, GROUP_ID, 'noor')).toBe(false);
  });
});
