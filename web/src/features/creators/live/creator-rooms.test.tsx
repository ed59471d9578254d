import { act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { createShellConnection } from '../../../test/shell-connection.fixture.ts';
import { toast } from '../../../ui/toast-store.ts';
import { connectCreatorRooms } from './creator-rooms.ts';
import { useCreatorRoom } from './use-creator-room.ts';
import { useLiveUpdatesWarning } from './use-live-trouble.ts';

function Profile({ username }: { username: string | undefined }) {
  useCreatorRoom(username);
  return null;
}

function Screen() {
  useLiveUpdatesWarning();
  return null;
}

function follow() {
  const { connection, ...server } = createShellConnection();
  const hear = vi.fn();
  const catchUp = vi.fn();
  const stop = connectCreatorRooms(connection, { hear, catchUp });
  onTestFinished(stop);
  return { ...server, hear, catchUp, stop };
}

const joined = (creator: string) => ({ event: 'join', payload: { creator } });
const left = (creator: string) => ({ event: 'leave', payload: { creator } });

describe('the room of a creator', () => {
  it('RT-26, RT-28: is joined once for all its subscribers, and left with the last one', () => {
    const { sent } = follow();
    const first = render(<Profile username="riya" />);
    const second = render(<Profile username="riya" />);
    expect(sent).toEqual([joined('riya')]);
    first.unmount();
    expect(sent).toHaveLength(1);
    second.unmount();
    expect(sent).toEqual([joined('riya'), left('riya')]);
  });

  it('changes with the username; without one no room is joined', () => {
    const { sent } = follow();
    const { rerender } = render(<Profile username={undefined} />);
    expect(sent).toEqual([]);
    rerender(<Profile username="riya" />);
    rerender(<Profile username="zoya" />);
    expect(sent).toEqual([joined('riya'), left('riya'), joined('zoya')]);
  });

  it('RT-28, R-04: is joined when the connection opens, also after a reconnect, and missed changes are requested', () => {
    render(<Profile username="riya" />);
    const { sent, drop, connect, catchUp } = follow();
    expect(sent).toEqual([joined('riya')]);
    drop();
    connect(true);
    expect(sent).toEqual([joined('riya'), joined('riya')]);
    expect(catchUp).toHaveBeenCalledOnce();
  });

  it('RT-27, RT-29 to RT-36: events are passed on with their names, until the connection is released', () => {
    const { say, hear, stop, listeners } = follow();
    const payload = { media_id: '1', creator: 'riya' };
    say('media_deleted', payload);
    expect(hear).toHaveBeenCalledExactlyOnceWith({ event: 'media_deleted', payload });
    stop();
    expect(listeners()).toBe(0);
  });
});

describe('an interrupted connection while a profile is open', () => {
  const TEXT = 'Failed to connect to real-time updates. Please refresh.';
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('RT-37: is shown once after ten seconds', () => {
    const { drop } = follow();
    render(<Screen />);
    act(drop);
    act(() => void vi.advanceTimersByTime(9_999));
    expect(toast.current()).toEqual([]);
    act(() => void vi.advanceTimersByTime(1));
    expect(toast.current()).toMatchObject([{ text: TEXT, tone: 'problem' }]);
    toast.clear();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(toast.current()).toEqual([]);
  });

  it('RT-37: is shown where it was never established', () => {
    render(<Screen />);
    act(() => void vi.advanceTimersByTime(10_000));
    expect(toast.current()).toMatchObject([{ text: TEXT }]);
  });

  it('RT-37: is not shown after a short interruption, nor when the profile is closed', () => {
    const { drop, connect } = follow();
    const { unmount } = render(<Screen />);
    act(drop);
    act(() => void vi.advanceTimersByTime(5_000));
    act(() => connect(true));
    act(() => void vi.advanceTimersByTime(30_000));
    act(drop);
    unmount();
    act(() => void vi.advanceTimersByTime(30_000));
    expect(toast.current()).toEqual([]);
  });
});
