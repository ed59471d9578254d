/** Milliseconds of the requests to one side. */
export type Latency = { readonly p50: number; readonly p99: number; readonly requests: number };

/** One round: requests to the small side and the large one, alternately. */
export type Round = { readonly small: Latency; readonly large: Latency };

/** Makes one request and returns its milliseconds; throws if the response is not as expected. */
export type Ask = () => Promise<number>;

/**
 * Requests both sides alternately for some seconds, so that other load on the machine affects both alike. Each side
 * goes first equally often.
 */
export async function interleave(small: Ask, large: Ask, seconds: number): Promise<Round> {
  const times = { small: new Array<number>(), large: new Array<number>() };
  const end = performance.now() + seconds * 1000;
  for (let turn = 0; performance.now() < end; turn += 1) {
    if (turn % 2 === 0) times.small.push(await small());
    times.large.push(await large());
    if (turn % 2 === 1) times.small.push(await small());
  }
  return { small: latencyOf(times.small), large: latencyOf(times.large) };
}

function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), requests: sorted.length };
}
