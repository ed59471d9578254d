import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClusterOutbox } from './cluster-outbox.ts';
import { textOf, type Packet } from './packet-frames.ts';

const packetOf = (text: string): Packet => ({ start: text, payload: '' });

type Sent = Parameters<Parameters<typeof createClusterOutbox>[0]>[0];

/** Opens an outbox that records its commands as `channel: rooms and marks`. */
function open() {
  const sent: string[][] = [];
  const outbox = createClusterOutbox((publications: Sent) =>
    sent.push(
      publications.map(
        ([channel, { rooms, marks = [] }]) =>
          `${channel}: ${[...rooms.flatMap(([, packets]) => packets.map(textOf)), ...marks.map(([mark]) => mark)].join(' ')}`,
      ),
    ),
  );
  const say = (room: string, packet: string, marks: [string, number][] = []) =>
    outbox.add({ kind: 'flush', rooms: [[room, [packetOf(packet)]]], marks });
  return { ...outbox, say, sent };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the outbox to other nodes (CL-02)', () => {
  it('sends the first publication in the same turn of the event loop, and what follows within two milliseconds with one command', () => {
    const { say, sent } = open();
    say('group:g', 'one');
    say('group:h', 'two');
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(0);
    expect(sent).toEqual([['group:g: one', 'group:h: two']]);
    say('group:g', 'three');
    vi.advanceTimersByTime(1);
    say('group:h', 'four');
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sent.slice(1)).toEqual([['group:g: three', 'group:h: four']]);
  });

  it('sends the next command later if the one before was large: a millisecond for each publication, at most ten', () => {
    const { say, sendNow, sent } = open();
    const sendTo = (channels: number) => {
      for (let n = 0; n < channels; n += 1) say(`group:${n}`, 'x');
      sendNow();
      say('group:g', 'next');
    };
    for (const [channels, ms] of [
      [6, 6],
      [50, 10],
    ] as const) {
      sendTo(channels);
      const before = sent.length;
      vi.advanceTimersByTime(ms - 1);
      expect(sent).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(sent).toHaveLength(before + 1);
    }
  });

  it('keeps the order of a whisper and the messages of its room, which have different channels', () => {
    const { say, sendNow, sent } = open();
    say('group:g', 'one');
    say('user:5:g', 'whisper');
    say('user:6:g', 'whisper');
    say('group:g', 'two');
    sendNow();
    expect(sent).toEqual([['group:g: one', 'user:5: whisper', 'user:6: whisper', 'group:g: two']]);
  });

  it('joins the rooms of a user within a flush, with the marks of what was delivered', () => {
    const { add, sendNow, sent } = open();
    const rooms = ['chat:5:7', 'group:g', 'user:5:shell'].map((room) => [room, [packetOf(room)]] as const);
    add({ kind: 'flush', rooms, marks: [['chat:5:7', 3]] });
    sendNow();
    expect(sent).toEqual([['user:5: chat:5:7 user:5:shell chat:5:7', 'group:g: group:g']]);
  });

  it('collects marks of changes longer, each once, and sends them before it closes', () => {
    const { add, sendNow, sendAll, sent } = open();
    const change = (mark: string) => add({ kind: 'flush', rooms: [], marks: [[mark, 0]] });
    for (const mark of ['inbox:12', 'inbox:12', 'inbox:5:peerId:7', 'activity:{}']) change(mark);
    sendNow();
    vi.advanceTimersByTime(99);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(sent).toEqual([['marks: inbox:12 activity:{}', 'user:5: inbox:5:peerId:7']]);
    change('inbox:13');
    sendAll();
    vi.advanceTimersByTime(1000);
    expect(sent.slice(1)).toEqual([['marks: inbox:13']]);
  });
});
