import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { OfflineBanner } from '../../ui/offline-banner.tsx';
import { toast } from '../../ui/toast-store.ts';
import { ReconnectBar } from '../messages/chat/reconnect-bar.tsx';
import { ConnectionLabel } from './open-room.tsx';
import { showReconnection } from './room-session.ts';
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
    onTestFinished(showReconnection(connection));
    return move;
  };

  it('GC-45, SH-62: the return of a connection that was lost for a while is reported', () => {
    const move = follow('connected');
    // Attempts to connect again, each shorter than the patience.
    for (const state of ['reconnecting', 'disconnected', 'reconnecting'] as const) {
      move(state);
      vi.advanceTimersByTime(LONG_MS / 2);
    }
    expect(texts()).toEqual([]);
    move('connected', true);
    expect(texts()).toEqual(['Reconnected to group chat']);
  });

  it('HM-09: a slow first connection and a short break are not reported, because nothing was said to be lost', () => {
    const first = follow('reconnecting');
    vi.advanceTimersByTime(LONG_MS);
    first('connected');
    const move = follow('connected');
    move('reconnecting');
    vi.advanceTimersByTime(100);
    move('connected', true);
    expect(texts()).toEqual([]);
  });
});

it('SH-50: the status that reads a lost connection out is there before its text', () => {
  const { connection, move } = createTestConnection();
  render(<ReconnectBar session={Object({ connection })} text="Not connected" />);
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('');
  act(() => move('disconnected'));
  act(() => void vi.advanceTimersByTime(LONG_MS));
  expect(screen.getByRole('status')).toBe(status);
  expect(status.textContent).toBe('Not connected');
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

it('HM-09: without a network the line of the whole screen says so, not the one of the chat', () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => isOnline.mockRestore());
  const { connection, move } = createTestConnection();
  const bar = <ReconnectBar session={Object({ connection })} text="Not connected" />;
  render(
    <>
      <OfflineBanner />
      {bar}
    </>,
  );
  act(() => move('disconnected'));
  act(() => void vi.advanceTimersByTime(LONG_MS));
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
    "You're offline. What's here stays, and we'll catch up when you're back.",
    '',
  ]);
  isOnline.mockReturnValue(true);
  act(() => void globalThis.dispatchEvent(new Event('online')));
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['', 'Not connected']);
});
