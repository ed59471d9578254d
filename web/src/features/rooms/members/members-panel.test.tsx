import { DRAWER_WIDTH, RAIL_WIDTH } from '@adda/contract/rooms';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from '../../../ui/toast-store.ts';
import { creatorRights, memberOf, showPage, type Stage } from '../room-page.fixture.tsx';
import { RoomView } from '../room-screen.tsx';
import { GROUP_ID, groupOf, messageAt } from '../rooms.fixture.ts';

const open = (stage: Stage = {}) =>
  showPage(() => <RoomView groupId={GROUP_ID} account={stage.as ?? 'asha'} />, stage);

const asCreator: Stage = { as: 'riya', group: groupOf(creatorRights) };

/** The class of a width in pixels; a step of the scale is 4 px. */
const widthClass = (pixels: number) => `w-${pixels / 4}`;

let isWide = false;
beforeEach(() => {
  isWide = false;
  localStorage.removeItem('membersClosed');
  vi.spyOn(globalThis, 'matchMedia').mockImplementation((query) =>
    Object.assign(new EventTarget(), {
      matches: isWide && query.includes('width'),
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
});

describe('the members next to the chat', () => {
  const many = Array.from({ length: 250 }, (_, n) => memberOf(`person-${String(n).padStart(3, '0')}`));

  it('GM-06 to GM-09, CO-16, SH-44, HM-03: a panel where it fits, and a rail of the first ten', async () => {
    isWide = true;
    const { person } = await open({ members: many, group: groupOf({ member_count: 250 }) });
    const beside = await screen.findByRole('complementary', { name: 'Members' });
    expect(await within(beside).findByRole('heading', { name: '250 members' })).toBeTruthy();
    expect(beside.classList).toContain(widthClass(DRAWER_WIDTH));
    within(beside).getByRole('button', { name: 'Hide members' }).focus();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(within(beside).getAllByRole('listitem')).toHaveLength(10));
    expect(within(beside).getByText('+240')).toBeTruthy();
    expect(beside.classList).toContain(widthClass(RAIL_WIDTH));
    expect([RAIL_WIDTH, DRAWER_WIDTH]).toEqual([56, 288]);
    expect(document.activeElement).toBe(within(beside).getByRole('button', { name: 'Show members' }));
  });

  it('HM-03: the panel has the newest pins, which lead to their messages, and stays closed for the next room', async () => {
    isWide = true;
    const pins = [4, 3, 2, 1].map((sequence) => ({
      message: messageAt(sequence),
      pinned_by: 'riya',
      pinned_at: messageAt(sequence).timestamp,
    }));
    const { person, href, unmount } = await open({ pins });
    const newest = within(await screen.findByRole('region', { name: 'Newest pins' }));
    expect(newest.getAllByRole('button')).toHaveLength(3);
    await person.click(newest.getByRole('button', { name: /message 3/ }));
    await waitFor(() => expect(href()).toContain('m=3'));
    await person.click(screen.getByRole('button', { name: 'Hide members' }));
    unmount();
    await open({ pins });
    expect(await screen.findByRole('button', { name: 'Show members' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Newest pins' })).toBeNull();
  });

  it('a long list renders only visible rows, shows its length, and can be searched', async () => {
    isWide = true;
    const { person, asked } = await open({ members: many, group: groupOf({ member_count: 250 }) });
    const list = await screen.findByRole('list', { name: 'Members' });
    await waitFor(() => expect(within(list).getAllByRole('listitem').length).toBeGreaterThan(5));
    expect(within(list).getAllByRole('listitem').length).toBeLessThan(60);
    expect(within(list).getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('250');
    await person.type(screen.getByRole('searchbox', { name: 'Search members' }), 'Person-24');
    await waitFor(() => expect(asked('search=person-24')).not.toEqual([]));
    expect(await screen.findByRole('button', { name: 'Online person-241' })).toBeTruthy();
    await person.type(screen.getByRole('searchbox', { name: 'Search members' }), 'x');
    expect(await screen.findByText('Nobody by that name here')).toBeTruthy();
  });

  it('GM-05: a gift to a member can be started from the drawer, but not to oneself nor to a guest', async () => {
    isWide = true;
    const { person } = await open({
      members: [memberOf('riya', { is_creator: true }), memberOf('asha'), memberOf('_guest-ivy')],
    });
    const list = within(await screen.findByRole('list', { name: 'Members' }));
    const gifts = await list.findAllByRole('button', { name: /^Send a gift to/ });
    expect(gifts.map((button) => button.getAttribute('aria-label'))).toEqual(['Send a gift to riya']);
    await person.click(gifts[0] ?? document.body);
    expect(await screen.findByRole('dialog', { name: /gift/i })).toBeTruthy();
  });

  const banned = [{ username: 'loud', banned_at: '2026-11-20T10:00:00.000Z', banned_by: 'riya' }];

  it('GM-10, GM-11, GM-25, SH-44: members who may ban see the banned users and can unban them', async () => {
    const { person, asked, change } = await open({
      ...asCreator,
      banned,
      answer: ({ path, method }) =>
        method === 'POST' && path.endsWith('/unban') ? { body: { message: 'loud was unbanned' } } : undefined,
    });
    await person.click(await screen.findByRole('button', { name: 'Group actions' }));
    await person.click(screen.getByRole('menuitem', { name: 'Members', hidden: true }));
    expect(asked('banned-users')).toEqual([]);
    await person.click(await screen.findByRole('tab', { name: 'Banned' }));
    await person.click(await screen.findByRole('button', { name: 'Unban loud' }));
    const dialog = screen.getByRole('dialog', { name: 'Unban loud?' });
    change({ banned: [] });
    await person.click(within(dialog).getByRole('button', { name: 'Unban' }));
    expect(await screen.findByText('Nobody is banned')).toBeTruthy();
    expect(document.activeElement?.getAttribute('role')).toBe('tabpanel');
    expect(asked('/unban')[0]?.body).toEqual({ username: 'loud' });
    expect(toast.current().map((item) => item.text)).toEqual(['loud was unbanned']);
  });

  it.each([
    ['GM-13: a guest', { as: '_guest-ivy', group: groupOf({ allowed_actions: ['ban'] }) }],
    ['GM-23: a member who may only kick', { group: groupOf({ allowed_actions: ['kick'] }) }],
  ] as const)('%s sees no Banned tab', async (_who, stage) => {
    const { person, asked } = await open(stage);
    await person.click(await screen.findByRole('button', { name: 'Group actions' }));
    await person.click(screen.getByRole('menuitem', { name: 'Members', hidden: true }));
    await screen.findByRole('list', { name: 'Members' });
    expect(screen.queryByRole('tab', { name: 'Banned' })).toBeNull();
    expect(asked('banned-users')).toEqual([]);
  });
});
