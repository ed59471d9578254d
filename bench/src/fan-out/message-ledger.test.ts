import { expect, it } from 'vitest';
import { createLedger } from './message-ledger.ts';

type Ledger = ReturnType<typeof createLedger>;

function deliver(ledger: Ledger, id: number, node: number): void {
  const packet = Buffer.from(`2["group_message",{"clientMessageId":"${ledger.textOf(id)}-run"}]`);
  expect(ledger.take(packet, 0, packet.length, node)).toBe('delivery');
}

it('a message is complete when its last member received it, on its own node and on the others', () => {
  const ledger = createLedger('group_message');
  ledger.openWindow();
  const first = ledger.begin({ node: 0, membersNear: 2, membersFar: 1 });
  const second = ledger.begin({ node: 1, membersNear: 1, membersFar: 2 });
  for (const node of [0, 1]) deliver(ledger, second, node);
  expect(ledger.closeWindow().far).toBeUndefined();
  for (const node of [0, 0, 1]) deliver(ledger, first, node);
  expect(ledger.incomplete()).toBe(1);
  const { deliveries, near, far, latency } = ledger.closeWindow();
  expect(deliveries).toBe(5);
  expect(near.p50).toBeGreaterThanOrEqual(0);
  expect(far?.p50).toBe(latency.p50);
  deliver(ledger, second, 0);
  expect(ledger.incomplete()).toBe(0);
});

it('has no figures about other nodes with a single node', () => {
  const ledger = createLedger('group_message');
  ledger.openWindow();
  deliver(ledger, ledger.begin({ node: 0, membersNear: 1, membersFar: 0 }), 0);
  expect(ledger.closeWindow().far).toBeUndefined();
  expect(ledger.incomplete()).toBe(0);
});
