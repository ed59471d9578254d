import type { Group } from '@adda/contract/rooms';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { untilText } from '../../../ui/until-text.ts';
import { openStore } from '../../messages/history/message-store.ts';
import { createOutbox } from '../../messages/outbox/outbox.ts';
import { followMembers } from '../members/membership-events.ts';
import { createTypingUsers } from '../../messages/chat/typing.ts';
import { showPage } from '../room-page.fixture.tsx';
import { roomOutboxConnection, type RoomSession } from '../room-session.ts';
import { createTestConnection, GROUP_ID, groupOf, messageAt, pageOf } from '../rooms.fixture.ts';
import { roomKeys } from '../rooms.queries.ts';
import { RoomLimits, slowModeRefusal } from './room-limits.tsx';

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

async function show(given: Partial<Group>, latestOwn?: string) {
  const test = createTestConnection();
  const session = { connection: test.connection } as RoomSession;
  const current = { group: groupOf(given) };
  const page = await showPage(() => <RoomLimits group={current.group} account="asha" session={session} />, {
    answer: ({ path }) =>
      path.includes('/group-messages')
        ? {
            body: pageOf(
              latestOwn === undefined ? [] : [messageAt(1, { sender: 'asha', timestamp: latestOwn })],
            ),
          }
        : { body: current.group },
  });
  return { ...page, ...test, ...current };
}

describe('slow mode', () => {
  beforeEach(
    () =>
      void vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'Date'] }),
  );
  afterEach(() => void vi.useRealTimers());

  it('GR-03: counts down after a message and after a refusal; screen readers hear the beginning and the end', async () => {
    const { say, group } = await show({ group_id: 'b'.repeat(24), slow_mode_s: 30 }, at(-18));
    await waitFor(() =>
      expect(screen.getByText('You can write again in 12 s', { selector: '[aria-hidden]' })).toBeTruthy(),
    );
    const heard = () => screen.getByRole('status').textContent;
    expect(heard()).toBe('You can write again in 12 s');
    expect(slowModeRefusal(group)).toContain('Slow mode is on.');
    expect(slowModeRefusal(group, { kind: 'edit' })).toBeUndefined();
    act(() => void vi.advanceTimersByTime(5000));
    expect(screen.getByText(/^You can write again in [67] s$/, { selector: '[aria-hidden]' })).toBeTruthy();
    expect(heard()).toBe('You can write again in 12 s');
    act(() => void vi.advanceTimersByTime(8000));
    expect(heard()).toBe('You can write again.');
    expect(screen.getByText('Slow mode: one message every 30 seconds')).toBeTruthy();
    expect(slowModeRefusal(group)).toBeUndefined();
    act(() => say('error', { code: 'slow_mode', detail: 'Slow mode is on.', retry_after: 20 }));
    expect(heard()).toBe('You can write again in 20 s');
  });

  it('GR-03: long waits are counted in minutes, and fewer seconds shorten the wait', async () => {
    const { group } = await show({ group_id: 'c'.repeat(24), slow_mode_s: 3600 }, at(-20));
    expect(
      await screen.findByText(/^You can write again in 59:\d\d$/, { selector: '[aria-hidden]' }),
    ).toBeTruthy();
    await waitFor(() => expect(slowModeRefusal(group)).toBeTruthy());
    expect(slowModeRefusal({ ...group, slow_mode_s: 30 })).toBeTruthy();
    expect(slowModeRefusal({ ...group, slow_mode_s: 10 })).toBeUndefined();
  });

  it('GR-03: moderators are free of it', () => {
    const group = groupOf({ slow_mode_s: 30, allowed_actions: ['read', 'send', 'time_out'] });
    expect(slowModeRefusal(group)).toBeUndefined();
  });
});

it('GR-03: a message that slow mode refuses waits in the outbox and is sent afterwards', async () => {
  const { connection, say, said, ids } = createTestConnection();
  const outbox = createOutbox({
    account: 'asha',
    conversationId: GROUP_ID,
    connection: { ...roomOutboxConnection(connection, GROUP_ID), intervalMs: 0 },
    requests: { send: async () => undefined, sendEdit: async () => undefined, onRefused: () => undefined },
    onReturned: () => false,
  });
  connection.on('error', outbox.refuse);
  outbox.send('later');
  await waitFor(() => expect(said()).toEqual(['later']));
  const [clientMessageId = ''] = ids();
  say('error', { code: 'slow_mode', detail: 'Slow mode is on.', retry_after: 0.05, clientMessageId });
  expect(outbox.messages()).toMatchObject([{ state: 'queued', content: 'later' }]);
  await waitFor(() => expect(said()).toEqual(['later', 'later']));
  expect(new Set(ids()).size).toBe(1);
  outbox.close();
});

describe('a timeout', () => {
  const listen = (
    client: Parameters<typeof followMembers>[0]['client'],
    onClosed = vi.fn<(text: string) => void>(),
  ) => {
    const test = createTestConnection();
    const stop = followMembers({
      client,
      groupId: GROUP_ID,
      account: 'asha',
      connection: test.connection,
      typingUsers: createTypingUsers(),
      onClosed,
    });
    return { ...test, stop, onClosed };
  };

  it('GR-03: stands in place of the input with its end and the reason, and ends by time', async () => {
    const until = at(1);
    const { client, change } = await show({ timeout_until: until });
    client.setQueryData(roomKeys.room(GROUP_ID), groupOf({ timeout_until: until }));
    expect(await screen.findByText(`You can write again at ${untilText(until)}`)).toBeTruthy();
    const { say, stop } = listen(client);
    act(() => say('member_timeout', { group_id: GROUP_ID, username: 'asha', until, reason: 'Too loud' }));
    expect(await screen.findByText('The reason: Too loud')).toBeTruthy();
    change({});
    await waitFor(() => expect(client.getQueryState(roomKeys.room(GROUP_ID))?.isInvalidated).toBe(true), {
      timeout: 5000,
    });
    stop();
  });

  it('GR-03, GR-06: its event changes the own room; others are told without a reason; removals say it', async () => {
    const { client } = await show({ timeout_until: at(60) });
    client.setQueryData(roomKeys.room(GROUP_ID), groupOf());
    client.setQueryData(roomKeys.messages(GROUP_ID), openStore(pageOf([messageAt(1)])));
    const { say, stop, onClosed } = listen(client);
    const until = at(600);
    say('member_timeout', { group_id: GROUP_ID, username: 'asha', until });
    expect(client.getQueryData<Group>(roomKeys.room(GROUP_ID))?.timeout_until).toBe(until);
    say('member_timeout', { group_id: GROUP_ID, username: 'asha', until: null });
    expect(client.getQueryData<Group>(roomKeys.room(GROUP_ID))?.timeout_until).toBeNull();
    say('member_timeout', { group_id: GROUP_ID, username: 'riya', until });
    const store = client.getQueryData<ReturnType<typeof openStore>>(roomKeys.messages(GROUP_ID));
    expect(JSON.stringify(store?.notices)).toContain(`riya may not write until ${untilText(until)}`);
    say('kick_user', { group_id: GROUP_ID, username: 'asha', by: 'riya', reason: 'Spam' });
    expect(onClosed).toHaveBeenCalledWith('You have been kicked from the group. The reason: Spam');
    stop();
  });
});

it('GR-03: an input with text is kept while the timeout notice is shown', async () => {
  const { RoomView } = await import('../room-screen.tsx');
  const { change, client } = await showPage(() => <RoomView groupId={GROUP_ID} account="asha" />);
  const input = await screen.findByLabelText<HTMLTextAreaElement>('Message');
  fireEvent.change(input, { target: { value: 'half a sentence' } });
  change({ group: groupOf({ timeout_until: at(600) }) });
  act(() => void client.invalidateQueries({ queryKey: roomKeys.room(GROUP_ID) }));
  expect(await screen.findByText(/^You can write again at /)).toBeTruthy();
  expect(input.closest('[hidden]')).toBeTruthy();
  change({ group: groupOf() });
  act(() => void client.invalidateQueries({ queryKey: roomKeys.room(GROUP_ID) }));
  await waitFor(() => expect(input.closest('[hidden]')).toBeNull());
  expect(input.value).toBe('half a sentence');
});
