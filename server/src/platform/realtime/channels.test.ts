import { describe, expect, it } from 'vitest';
import { ALL_MARKS, channelOf, channelOfMark, EVERY_NODE } from './channels.ts';

describe('the channel of a room (CL-01)', () => {
  it.each([
    ['user:5', 'user:5'],
    ['user:5:shell', 'user:5'],
    ['user:5:g-1', 'user:5'],
    ['chat:5:7', 'user:5'],
    ['chat:5:7:typing', 'user:5'],
    ['group:g-1', 'group:g-1'],
    ['status:5', 'status:5'],
    ['profile:5', 'profile:5'],
    ['session:s-1', EVERY_NODE],
    ['shell:all', EVERY_NODE],
  ])('%s: %s', (room, channel) => {
    expect(channelOf(room)).toBe(channel);
  });
});

describe('the channel of a delivery mark', () => {
  it.each([
    ['chat:5:7', 'user:5'],
    ['inbox:5:peerId:7', 'user:5'],
    ['inbox:12', ALL_MARKS],
    ['activity:{}', ALL_MARKS],
    ['profile-change:5', ALL_MARKS],
  ])('%s: %s', (mark, channel) => {
    expect(channelOfMark(mark)).toBe(channel);
  });
});
