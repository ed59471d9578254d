import type { FramedPackets } from './packet-frames.ts';
import { framePackets } from './packet-frames.ts';

/**
 * What those connections get, by id, that don't get all packets of a room: the rest of them, framed once for all who
 * get the same. `except` names, for each packet, the rooms whose connections it passes over; whoever is in none of
 * them is not in the answer, so that everybody else goes on sharing one frame.
 */
export function exceptions(
  packets: readonly string[],
  except: readonly (readonly string[])[],
  rooms: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, readonly FramedPackets[]> {
  const missed = missedBy(except, rooms);
  const framed = new Map<string, readonly FramedPackets[]>();
  const answer = new Map<string, readonly FramedPackets[]>();
  for (const [id, indexes] of missed) {
    const key = [...indexes].join();
    const rest = framed.get(key) ?? framesWithout(packets, indexes);
    framed.set(key, rest);
    answer.set(id, rest);
  }
  return answer;
}

/** The indexes of the packets that each connection does not get, ascending. */
function missedBy(
  except: readonly (readonly string[])[],
  rooms: ReadonlyMap<string, ReadonlySet<string>>,
): Map<string, Set<number>> {
  const missed = new Map<string, Set<number>>();
  except.forEach((names, index) => {
    for (const name of names) {
      for (const id of rooms.get(name) ?? []) {
        const indexes = missed.get(id);
        if (indexes) indexes.add(index);
        else missed.set(id, new Set([index]));
      }
    }
  });
  return missed;
}

function framesWithout(packets: readonly string[], missed: ReadonlySet<number>): readonly FramedPackets[] {
  const rest = packets.filter((_, index) => !missed.has(index));
  return rest.length === 0 ? [] : [framePackets(rest)];
}
