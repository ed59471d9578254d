import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { toast } from '../../ui/toast-store.ts';
import { ReconnectBar } from '../messages/chat/reconnect-bar.tsx';
import { ConnectionLabel } from './open-room.tsx';
import { showConnectionToasts } from './room-session.ts';
import { createTestConnection } from './rooms.fixture.ts';

const LONG_MS = 2000;
const texts = () => toast.current().map(({ text }) => text);

beforeEach(() => {
  for (const { id } of toast.current()) toast.dismiss(id);
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it.each([
  ['connected', 'Connected'],
  ['reconnecting', 'Connecting...'],
  ['disconnected', 'Disconnected'],
] as const)('GC-42, SH-62: the state %s reads %s', (state, text) => {
  const { container } = render(<ConnectionLabel state={state} />);
  expect(container.textContent).toBe(text);
});

describe('toasts about the connection of a room', () => {
  const follow = (first: 'connected' | 'reconnecting') => {
    const { connection, move } = createTestConnection(first);
    onTestFinished(showConnectionToasts(connection));
    return move;
  };

  it('GC-45, SH-62: a lost connection and its return are reported', () => {
    const move = follow('connected');
    move('reconnecting');
    vi.advanceTimersByTime(LONG_MS);
    expect(texts()).toEqual(['Disconnected']);
    move('connected', true);
    expect(texts()).toEqual(['Disconnected', 'Reconnected to group chat']);
  });

  it('SH-62: the first connection is reported only if it was slow', () => {
    follow('reconnecting')('connected');
    expect(texts()).toEqual([]);
    const move = follow('reconnecting');
    vi.advanceTimersByTime(LONG_MS);
    move('connected');
    expect(texts()).toEqual(['Connected']);
  });
});

it('GC-10: while the connection is lost, a button reconnects', () => {
  const { connection, move } = createTestConnection();
  const reconnect = vi.fn();
  const session = Object({ connection: { ...connection, reconnect } });
  render(<ReconnectBar session={session} text="Not connected" />);
  expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull();
  act(() => move('disconnected'));
  act(() => void vi.advanceTimersByTime(LONG_MS));
  act(() => screen.getByRole('button', { name: 'Reconnect' }).click());
  expect(reconnect).toHaveBeenCalledOnce();
  act(() => move('connected', true));
  expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull();
});
