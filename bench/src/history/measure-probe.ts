import type { FilledRoom, HistoryHouse, Latency, Probe, ProbeAnswer, ProbeRound } from './history.types.ts';
import type { TimedGet } from './timed-get.ts';

const parse: (text: string) => ProbeAnswer = JSON.parse;

/**
 * Asks for the small and the large room in turn for so many seconds, so that whatever else the machine does hits both
 * alike. Throws when an answer is not what the probe is about.
 */
export async function measureProbe(
  probe: Probe,
  { small, large }: Pick<HistoryHouse, 'small' | 'large'>,
  { get }: Pick<TimedGet, 'get'>,
  seconds: number,
): Promise<ProbeRound> {
  const times = { small: new Array<number>(), large: new Array<number>() };
  const ask = async (room: FilledRoom): Promise<number> => {
    const path = probe.pathFor(room);
    const { ms, status, body } = await get(path);
    const fault = status === 200 ? probe.faultOf(parse(body), room) : `status ${status} ${body}`;
    if (fault !== undefined)
      throw new Error(`${probe.what} of ${room.messages} messages: ${fault} (${path})`);
    return ms;
  };
  const end = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() < end; turn += 1) {
    // Each goes first as often as the other.
    if (turn % 2 === 0) times.small.push(await ask(small));
    times.large.push(await ask(large));
    if (turn % 2 === 1) times.small.push(await ask(small));
  }
  return { small: latencyOf(times.small), large: latencyOf(times.large) };
}

function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), requests: sorted.length };
}
