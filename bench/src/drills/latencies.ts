import type { DrillLedger } from '../../../server/src/test/drills/drill-ledger.fixture.ts';

/** Milliseconds from sending a message until the last of some members had it. */
export type Latencies = { readonly messages: number; readonly p50: number; readonly p99: number };

/** Measures the messages that these users sent to each other within a time. */
export function latenciesOf(
  ledger: DrillLedger,
  users: ReadonlySet<string>,
  { from, to }: { readonly from: number; readonly to: number },
): Latencies {
  const last = new Map<string, number>();
  for (const { message, member, at = Infinity } of ledger.deliveries()) {
    const { clientMessageId, by, pressedAt } = message;
    if (pressedAt < from || pressedAt >= to || !users.has(by) || !users.has(member)) continue;
    last.set(clientMessageId, Math.max(last.get(clientMessageId) ?? 0, at - pressedAt));
  }
  const sorted = [...last.values()].toSorted((one, other) => one - other);
  const share = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { messages: sorted.length, p50: share(0.5), p99: share(0.99) };
}
