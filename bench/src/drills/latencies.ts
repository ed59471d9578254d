import { percentilesOf } from '../measure/percentile.ts';
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
  const at = percentilesOf([...last.values()]);
  return { messages: last.size, p50: at(0.5), p99: at(0.99) };
}
