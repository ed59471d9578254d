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

it('a shell that hears of it reads lists and room again, the room after it could say why it closes', () => {
  vi.useFakeTimers();
  const heard = new Map<string, (payload: never) => void>();
  client.setQueryData(roomKeys.list('top'), { groups: [], page: 1, total_count: 0 });
  const stop = followMembership(
    {
      on(event, handler) {
        heard.set(event, handler);
        return () => void heard.delete(event);
      },
      state: () => 'disconnected',
      onState: () => () => undefined,
    },
    client,
  );
  // The payload is the event's own.
  heard.get('kick_user')?.({ group_id: GROUP_ID, username: 'me', by: 'asha' } as never);
  expect(client.getQueryState(roomKeys.list('top'))?.isInvalidated).toBe(true);
  expect(client.getQueryState(roomKeys.room(GROUP_ID))?.isInvalidated).toBe(false);
  vi.runAllTimers();
  expect(client.getQueryState(roomKeys.room(GROUP_ID))?.isInvalidated).toBe(true);
  stop();
  expect(heard.size).toBe(0);
  vi.useRealTimers();
});

describe('a shell that connects', () => {
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

  it('R-04: reads again what may have changed before it was there', () => {
    const { connect } = shell('disconnected');
    expect(isRoomReread()).toBe(false);
    connect(false);
    expect(isRoomReread()).toBe(true);
  });

  it('R-04: also when it was there before anybody listened', () => {
    shell('connected');
    expect(isRoomReread()).toBe(true);
  });
});
