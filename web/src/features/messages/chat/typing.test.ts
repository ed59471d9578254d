import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestConnection, GROUP_ID } from '../../rooms/rooms.fixture.ts';
import { createOwnTyping, createTypingUsers } from './typing.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('typing', () => {
  it('GC-51, GC-52, CO-21: sends typing_start on the first key and typing_stop after 2 s without one', () => {
    const { connection, sent } = createTestConnection();
    const typing = createOwnTyping((event) => connection.emit(event, { group_id: GROUP_ID }));
    const events = () => sent.map(({ event }) => event);
    typing.pressed();
    vi.advanceTimersByTime(1500);
    typing.pressed();
    vi.advanceTimersByTime(1999);
    expect(events()).toEqual(['typing_start']);
    vi.advanceTimersByTime(1);
    expect(events()).toEqual(['typing_start', 'typing_stop']);
    typing.pressed();
    expect(events()).toEqual(['typing_start', 'typing_stop', 'typing_start']);
    expect(sent[0]?.payload).toEqual({ group_id: GROUP_ID });
  });

  it('GC-51: a key pressed before the room is connected is sent with the next one', () => {
    const events: string[] = [];
    let isConnected = false;
    const emit = (event: string) => {
      if (isConnected) events.push(event);
      return isConnected;
    };
    const typing = createOwnTyping(emit);
    typing.pressed();
    isConnected = true;
    typing.pressed();
    expect(events).toEqual(['typing_start']);
  });

  it('GC-52: sending stops typing, once', () => {
    const { connection, sent } = createTestConnection();
    const typing = createOwnTyping((event) => connection.emit(event, { group_id: GROUP_ID }));
    typing.stopped();
    typing.pressed();
    typing.stopped();
    vi.advanceTimersByTime(5000);
    expect(sent.map(({ event }) => event)).toEqual(['typing_start', 'typing_stop']);
  });

  it('GC-53: lists each typing user once, under their newest name, and clears the list immediately', () => {
    const typingUsers = createTypingUsers();
    const listener = vi.fn();
    typingUsers.subscribe(listener);
    typingUsers.add('riya');
    typingUsers.add('riya');
    typingUsers.add('_guest-ivy');
    typingUsers.rename('_guest-ivy', 'ivy');
    expect(typingUsers.current()).toEqual(['riya', 'ivy']);
    typingUsers.remove('riya');
    typingUsers.clear();
    typingUsers.clear();
    expect(typingUsers.current()).toEqual([]);
    expect(listener).toHaveBeenCalledTimes(5);
  });
});
