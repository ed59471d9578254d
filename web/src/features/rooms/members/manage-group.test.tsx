import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { toast } from '../../../ui/toast-store.ts';
import { ManageGroupDialog } from './manage-group-dialog.tsx';
import { allowedManageActions } from './manage-actions.ts';
import { creatorRights, failure, memberOf, showPage, type Stage } from '../room-page.fixture.tsx';
import { canManage } from '../room-rights.ts';
import { GROUP_ID, groupOf } from '../rooms.fixture.ts';

const group = groupOf(creatorRights);
const done =
  (message: string): Stage['answer'] =>
  ({ method }) =>
    method === 'POST' ? { body: { message } } : undefined;

async function open(stage: Stage = {}, username?: string) {
  const onClose = vi.fn();
  const page = await showPage(
    () => <ManageGroupDialog group={stage.group ?? group} account="asha" onClose={onClose} />,
    { members: [memberOf('riya'), memberOf('_guest-ivy')], ...stage },
  );
  const action = await screen.findByRole('combobox', { name: 'Action' });
  const choose = (name: string) => page.person.selectOptions(action, name);
  const press = (name: string) => page.person.click(screen.getByRole('button', { name }));
  const name = () => screen.getByLabelText<HTMLInputElement>('Username');
  if (username !== undefined) await page.person.type(name(), username);
  return { ...page, onClose, choose, press, name };
}

describe('Manage Group', () => {
  it('GM-16, GM-17, GM-19, Q-18: shows errors for missing fields and focuses the first', async () => {
    const { choose, press, person, name, asked } = await open();
    await press('Continue');
    expect(screen.getByText('Invalid action.')).toBeTruthy();
    expect(screen.getByText('Please provide a username.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Action' }));
    await choose('Grant permissions');
    await person.type(name(), 'riya');
    await press('Grant permissions');
    expect(screen.getByText('Choose at least one permission.')).toBeTruthy();
    expect(asked('permission')).toEqual([]);
  });

  it('GM-18: an action needs a room', async () => {
    const { press } = await open({ group: { ...group, group_id: '' } }, 'riya');
    await press('Continue');
    expect(screen.getByText('Invalid group ID')).toBeTruthy();
  });

  it('GM-26: kicks the chosen user and shows the server’s response', async () => {
    const { choose, press, asked, onClose } = await open({ answer: done('riya was removed') }, 'riya');
    await choose('Kick');
    await press('Kick');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(asked('/groups/kick')[0]?.body).toEqual({ group_id: GROUP_ID, username: 'riya' });
    expect(toast.current()).toMatchObject([{ text: 'riya was removed', tone: 'success' }]);
    expect(toast.current()[0]?.action).toBeUndefined();
  });

  it('GR-03, GR-06: times out for a chosen or typed time with a reason; kick and ban take a reason too', async () => {
    const timeout = groupOf({
      ...creatorRights,
      allowed_actions: [...creatorRights.allowed_actions, 'time_out'],
    });
    const { choose, press, asked, person } = await open({ group: timeout, answer: done('ok') }, 'riya');
    const duration = () => screen.getByRole('combobox', { name: 'How long' });
    const bodies = (path: string) => asked(path).map(({ body }) => body);
    const target = { group_id: GROUP_ID, username: 'riya' };
    await choose('Timeout');
    await person.selectOptions(duration(), '1 week');
    await person.type(screen.getByLabelText('Reason (optional)'), ' Too loud ');
    await press('Timeout');
    await waitFor(() =>
      expect(bodies('/timeout')).toEqual([{ ...target, minutes: 10_080, reason: 'Too loud' }]),
    );
    await person.selectOptions(duration(), 'Other…');
    await person.type(screen.getByLabelText('Minutes'), '1.5');
    await press('Timeout');
    expect(screen.getByText('Type whole minutes, from 1 to 10080.')).toBeTruthy();
    await person.clear(screen.getByLabelText('Minutes'));
    await person.type(screen.getByLabelText('Minutes'), '45');
    await press('Timeout');
    await waitFor(() => expect(bodies('/timeout')[1]).toMatchObject({ minutes: 45 }));
    await person.selectOptions(duration(), 'End it now');
    await press('Timeout');
    await waitFor(() => expect(bodies('/timeout')[2]).toMatchObject({ minutes: 0 }));
    await choose('Ban');
    await press('Ban');
    await waitFor(() => expect(bodies('/groups/ban')).toEqual([{ ...target, reason: 'Too loud' }]));
    await choose('Unban');
    expect(screen.queryByLabelText('Reason (optional)')).toBeNull();
  });

  it('GM-25, GM-27, GM-30: a ban can be undone from its message', async () => {
    const { choose, press, asked, person, name } = await open({ answer: done('ok') });
    await choose('Ban');
    await person.type(name(), '@IVY');
    // Guests are listed by their displayed name.
    await waitFor(() => expect(asked('search=ivy')).not.toEqual([]));
    await press('Ban');
    await waitFor(() => expect(toast.current()[0]?.action?.label).toBe('Undo'));
    toast.current()[0]?.action?.onPress();
    await waitFor(() => expect(asked('/unban')).toHaveLength(1));
    const target = { username: '_guest-ivy' };
    expect(asked('/groups/ban')[0]?.body).toMatchObject(target);
    expect(asked('/unban')[0]).toMatchObject({ path: `/groups/${GROUP_ID}/unban`, body: target });
  });

  it('GM-21, GM-28, GM-04: grants with readable labels, starting with the current permissions; Undo restores them', async () => {
    const { choose, press, asked, person, client } = await open(
      { answer: done('ok'), members: [memberOf('riya', { permissions: ['can_kick'] })] },
      'riya',
    );
    await waitFor(() => expect(client.isFetching()).toBe(0));
    await choose('Grant permissions');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Remove members/ }).checked).toBe(true);
    await person.click(screen.getByRole('checkbox', { name: /Ban members/ }));
    await press('Grant permissions');
    await waitFor(() => expect(asked('grant-permission')).toHaveLength(1));
    expect(asked('grant-permission')[0]?.body).toMatchObject({ permissions: ['can_kick', 'can_ban'] });
    await waitFor(() => expect(toast.current()).toHaveLength(1));
    toast.current()[0]?.action?.onPress();
    await waitFor(() => expect(asked('grant-permission')).toHaveLength(2));
    expect(asked('grant-permission')[1]?.body).toMatchObject({ permissions: ['can_kick'] });
  });

  const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox').map((box) => [box.name, box.checked]);
  const holder = memberOf('kavi', { permissions: ['can_kick'] });

  it('GM-28: the check boxes follow the name: the current permissions of the next user are checked', async () => {
    const { choose, person, name, press, asked, client } = await open({
      answer: done('ok'),
      members: [memberOf('bina'), holder],
    });
    await waitFor(() => expect(client.isFetching()).toBe(0));
    await choose('Grant permissions');
    await person.type(name(), 'bina');
    await person.click(screen.getByRole('checkbox', { name: /Ban members/ }));
    await person.clear(name());
    await person.type(name(), 'kavi');
    expect(boxes()).toEqual([
      ['can_kick', true],
      ['can_ban', true],
    ]);
    await press('Grant permissions');
    await waitFor(() => expect(asked('grant-permission')).toHaveLength(1));
    expect(asked('grant-permission')[0]?.body).toMatchObject({ permissions: ['can_kick', 'can_ban'] });
  });

  it('GM-28: a box unchecked for one user stays checked for the next', async () => {
    const { choose, person, name, client } = await open({
      members: [memberOf('bina', { permissions: ['can_kick'] }), holder],
    });
    await waitFor(() => expect(client.isFetching()).toBe(0));
    await choose('Grant permissions');
    await person.type(name(), 'bina');
    await person.click(screen.getByRole('checkbox', { name: /Remove members/ }));
    await person.clear(name());
    await person.type(name(), 'kavi');
    expect(boxes()[0]).toEqual(['can_kick', true]);
  });

  it('GM-28: a user far down the list keeps their permissions, also when Undo revokes the grant', async () => {
    const manyMembers = Array.from({ length: 120 }, (_, n) => memberOf(`a-${n}`));
    const { choose, person, name, asked } = await open({
      answer: done('ok'),
      members: [...manyMembers, holder],
    });
    await choose('Grant permissions');
    await person.click(screen.getByRole('checkbox', { name: /Ban members/ }));
    await person.type(name(), 'kavi{Enter}');
    await waitFor(() => expect(asked('grant-permission')).toHaveLength(1));
    expect(asked('grant-permission')[0]?.body).toMatchObject({ permissions: ['can_kick', 'can_ban'] });
    await waitFor(() => expect(toast.current()).toHaveLength(1));
    toast.current()[0]?.action?.onPress();
    await waitFor(() => expect(asked('grant-permission')).toHaveLength(2));
    expect(asked('grant-permission')[1]?.body).toMatchObject({ permissions: ['can_kick'] });
  });

  it('GM-16, GM-17, GM-19: a corrected field shows no error', async () => {
    const { choose, press, person, name } = await open();
    await press('Continue');
    await person.type(name(), 'r');
    expect(screen.queryByText('Please provide a username.')).toBeNull();
    expect(screen.getByText('Invalid action.')).toBeTruthy();
    expect(document.activeElement).toBe(name());
    await choose('Revoke permissions');
    expect(screen.queryByText('Invalid action.')).toBeNull();
    await press('Revoke permissions');
    expect(screen.getByText('Choose at least one permission.')).toBeTruthy();
    await person.click(screen.getByRole('checkbox', { name: /Ban members/ }));
    expect(screen.queryByText('Choose at least one permission.')).toBeNull();
  });

  it('the server’s error disappears with the name that it was about', async () => {
    const { choose, press, person, name } = await open(
      { answer: ({ method }) => (method === 'POST' ? failure(404, 'User not found', 'x') : undefined) },
      'riy',
    );
    await choose('Kick');
    await press('Kick');
    expect(await screen.findByText('User not found')).toBeTruthy();
    await person.type(name(), 'a');
    expect(screen.queryByText('User not found')).toBeNull();
  });

  it('a refusal of the server is shown, and the input is kept', async () => {
    const { choose, press, name, onClose } = await open(
      {
        answer: ({ method }) =>
          method === 'POST' ? failure(400, 'Administrators cannot be kicked or banned', 'x') : undefined,
      },
      'noor',
    );
    await choose('Kick');
    await press('Kick');
    expect(await screen.findByText('Administrators cannot be kicked or banned')).toBeTruthy();
    expect(name().value).toBe('noor');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('GM-32: a stale session is refreshed once and the action repeated', async () => {
    let isStale = true;
    const { choose, press, asked, onClose } = await open(
      {
        answer: ({ path, method }) => {
          if (path === '/auth/refresh') {
            isStale = false;
            return { body: { expires_in: 7200 } };
          }
          if (method !== 'POST') return undefined;
          return isStale ? failure(401, 'Token expired', 'token_expired') : { body: { message: 'ok' } };
        },
      },
      'riya',
    );
    await choose('Kick');
    await press('Kick');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(asked('/groups/kick')).toHaveLength(2);
    expect(asked('/auth/refresh')).toHaveLength(1);
  });

  it('GM-20 to GM-24, X-36: offers only the allowed actions', () => {
    expect(allowedManageActions(groupOf({ allowed_actions: ['read', 'kick'] }))).toEqual(['kick']);
    expect(allowedManageActions(groupOf({ allowed_actions: ['ban'] }))).toEqual(['ban', 'unban']);
    expect(allowedManageActions(group)).toEqual(['kick', 'ban', 'unban', 'grant', 'revoke']);
    expect(allowedManageActions(groupOf())).toEqual([]);
    expect(canManage(group, memberOf('riya'), 'asha')).toBe(true);
    expect(canManage(group, memberOf('asha'), 'asha')).toBe(false);
    expect(canManage(group, memberOf('riya', { is_creator: true }), 'asha')).toBe(false);
    expect(canManage(group, memberOf('riya', { is_admin: true }), 'asha')).toBe(false);
    expect(canManage(groupOf(), memberOf('riya'), 'asha')).toBe(false);
  });
});
