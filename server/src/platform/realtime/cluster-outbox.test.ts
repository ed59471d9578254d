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
  it('sends what is published within two milliseconds with one command, in its order across channels', () => {
    const { say, sent } = open();
    say('group:g', 'one');
    say('user:5:g', 'whisper');
    say('group:g', 'two');
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(2);
    say('group:g', 'three');
    vi.advanceTimersByTime(2);
    expect(sent).toEqual([['group:g: one', 'user:5: whisper', 'group:g: two'], ['group:g: three']]);
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
