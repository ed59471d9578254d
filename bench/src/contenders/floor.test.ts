import { expect, it, onTestFinished, vi } from 'vitest';
import { openRawClient } from '../fan-out/raw-client.ts';
import { startBaseline } from './baseline.ts';

it('the floor delivers each message of a moment to all members of its room once and in order, and confirms it', async () => {
  const floor = await startBaseline('floor', [{ rooms: 2, membersPerRoom: 2 }], false);
  onTestFinished(floor.dispose);
  const connect = async (self: string, room: string) => {
    const packets: string[] = [];
    const client = await openRawClient({
      port: floor.port,
      pathAndQuery: `/group-socket.io/?${new URLSearchParams({ EIO: '4', group_id: room, self }).toString()}`,
      onPacket: (bytes, start, end) => void packets.push(bytes.toString('utf8', start, end)),
      onLost: () => undefined,
    });
    onTestFinished(client.close);
    return { client, packets };
  };
  const ann = await connect('ann', 'room0');
  const ben = await connect('ben', 'room0');
  const cem = await connect('cem', 'room1');
  for (const n of [7, 8, 9]) ann.client.send(`2${n}["group_message",{"content":"text ${n}"}]`);
  await vi.waitFor(() => expect(ann.packets).toHaveLength(6));

  const payloadsOf = (packets: readonly string[]) =>
    packets.filter((packet) => packet.startsWith('2')).map((packet) => JSON.parse(packet.slice(1))[1]);
  const said = [7, 8, 9].map((n) => ({ content: `text ${n}`, username: 'ann' }));
  await vi.waitFor(() => expect(payloadsOf(ben.packets)).toMatchObject(said));
  expect(payloadsOf(ann.packets)).toMatchObject(said);
  const confirmed = ann.packets.filter((packet) => packet.startsWith('3'));
  expect(confirmed.map((packet) => packet.slice(0, packet.indexOf('[')))).toEqual(['37', '38', '39']);
  expect(cem.packets).toEqual([]);
});
