import { interleave, type Round } from '../measure/interleave.ts';
import type { FilledRoom, HistoryServer, Probe, ProbeAnswer } from './history.types.ts';
import type { TimedGet } from './timed-get.ts';

const parse: (text: string) => ProbeAnswer = JSON.parse;

/** Requests the small and the large room alternately. Throws if a response is not as the probe expects. */
export async function measureProbe(
  probe: Probe,
  { small, large }: Pick<HistoryServer, 'small' | 'large'>,
  { get }: Pick<TimedGet, 'get'>,
  seconds: number,
): Promise<Round> {
  const ask = async (room: FilledRoom): Promise<number> => {
    const path = probe.pathFor(room);
    const { ms, status, body } = await get(path);
    const fault = status === 200 ? probe.faultOf(parse(body), room) : `status ${status} ${body}`;
    if (fault !== undefined)
      throw new Error(`${probe.what} of ${room.messages} messages: ${fault} (${path})`);
    return ms;
  };
  return interleave(
    () => ask(small),
    () => ask(large),
    seconds,
  );
}
