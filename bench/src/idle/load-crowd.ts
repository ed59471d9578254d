/** The clients of the idle measurement in their own process: connect all users and reply to pings until stopped. */
import type { DatasetRoom } from '../dataset/dataset.types.ts';
import { handshakePath, localAddressOf, openRawClient } from '../fan-out/raw-client.ts';

const CONNECTING_AT_ONCE = 50;

export type CrowdPlan = { readonly port: number; readonly rooms: readonly DatasetRoom[] };

process.once('message', (plan: CrowdPlan) => {
  void connectAll(plan).then(() => process.send?.('connected'));
});
process.once('disconnect', () => process.exit());

async function connectAll({ port, rooms }: CrowdPlan): Promise<void> {
  const people = rooms.flatMap(({ groupId, members }) => members.map((member) => ({ groupId, ...member })));
  const connect = async ({ groupId, ...user }: (typeof people)[number], index: number) => {
    await openRawClient({
      port,
      pathAndQuery: handshakePath({ group_id: groupId }, user),
      localAddress: localAddressOf(index),
      onPacket: () => undefined,
      onLost: () => console.error('an idle connection was lost'),
    });
  };
  for (let from = 0; from < people.length; from += CONNECTING_AT_ONCE) {
    const group = people.slice(from, from + CONNECTING_AT_ONCE);
    await Promise.all(group.map((person, offset) => connect(person, from + offset)));
  }
}
