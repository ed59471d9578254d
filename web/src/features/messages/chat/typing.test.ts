import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestLine, GROUP_ID } from '../../rooms/rooms.fixture.ts';
import { createOwnTyping, createTypists } from './typing.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('typing', () => {
  it('GC-51, GC-52: says so on the first key and takes it back after 2 s without one', () => {
    const { line, sent } = createTestLine();
    const typing = createOwnTyping((event) => line.emit(event, { group_id: GROUP_ID }));
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

  it('GC-51: a key that is pressed before the room is connected is told with the next one', () => {
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

  it('GC-52: takes it back on sending, once', () => {
    const { line, sent } = createTestLine();
    const typing = createOwnTyping((event) => line.emit(event, { group_id: GROUP_ID }));
    typing.stopped();
    typing.pressed();
    typing.stopped();
    vi.advanceTimersByTime(5000);
    expect(sent.map(({ event }) => event)).toEqual(['typing_start', 'typing_stop']);
  });

  it('GC-53: knows each typist once, under their newest name, and forgets all at once', () => {
    const typists = createTypists();
    const heard = vi.fn();
    typists.subscribe(heard);
    typists.add('riya');
    typists.add('riya');
    typists.add('_guest-ivy');
    typists.rename('_guest-ivy', 'ivy');
    expect(typists.current()).toEqual(['riya', 'ivy']);
    typists.remove('riya');
    typists.clear();
    typists.clear();
    expect(typists.current()).toEqual([]);
    expect(heard).toHaveBeenCalledTimes(5);
  });
});
