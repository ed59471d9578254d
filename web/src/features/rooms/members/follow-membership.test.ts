import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { GROUP_ID, groupOf } from '../rooms.fixture.ts';
import { roomKeys } from '../rooms.queries.ts';
import { followMembership } from './follow-membership.ts';

let client: QueryClient;

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(roomKeys.room(GROUP_ID), groupOf());
});

it('on an event the shell refetches lists and room, the room last because it shows why it closes', () => {
  vi.useFakeTimers();
  const handlers = new Map<string, (payload: never) => void>();
  client.setQueryData(roomKeys.list('top'), { groups: [], page: 1, total_count: 0 });
  const stop = followMembership(
    {
      on(event, handler) {
        handlers.set(event, handler);
        return () => void handlers.delete(event);
      },
      state: () => 'disconnected',
      onState: () => () => undefined,
    },
    client,
  );
  // Each event has its own payload.
  handlers.get('kick_user')?.({ group_id: GROUP_ID, username: 'me', by: 'asha' } as never);
  expect(client.getQueryState(roomKeys.list('top'))?.isInvalidated).toBe(true);
  expect(client.getQueryState(roomKeys.room(GROUP_ID))?.isInvalidated).toBe(false);
  vi.runAllTimers();
  expect(client.getQueryState(roomKeys.room(GROUP_ID))?.isInvalidated).toBe(true);
  stop();
  expect(handlers.size).toBe(0);
  vi.useRealTimers();
});

describe('when the shell connects', () => {
  const shell = (state: 'connected' | 'disconnected') => {
    let changed: ((state: 'connected', isAgain: boolean) => void) | undefined;
    followMembership(
      {
        on: () => () => undefined,
        state: () => state,
        onState: (handler) => {
          changed = handler;
          return () => undefined;
        },
      },
      client,
    );
    return { connect: (isAgain: boolean) => changed?.('connected', isAgain) };
  };
  const isRoomReread = () => client.getQueryState(roomKeys.room(GROUP_ID))?.isInvalidated;

  it('R-04: refetches data that may have changed before', () => {
    const { connect } = shell('disconnected');
    expect(isRoomReread()).toBe(false);
    connect(false);
    expect(isRoomReread()).toBe(true);
  });

  it('R-04: also if it connected before the listener was registered', () => {
    shell('connected');
    expect(isRoomReread()).toBe(true);
  });

  it('MN-03: refetches a list whose mentions an open room may have read before', () => {
    const listOf = (unread: number) => ({
      groups: [groupOf({ unread_mentions: unread, oldest_mention: unread > 0 ? 7 : null })],
      page: 1,
      total_count: 1,
    });
    client.setQueryData(roomKeys.list('mentioned'), listOf(1));
    client.setQueryData(roomKeys.list('quiet'), listOf(0));
    shell('disconnected').connect(false);
    expect(client.getQueryState(roomKeys.list('mentioned'))?.isInvalidated).toBe(true);
    expect(client.getQueryState(roomKeys.list('quiet'))?.isInvalidated).toBe(false);
  });
});
