import type { FramedPackets } from './packet-frames.ts';
import { framePackets } from './packet-frames.ts';

/**
 * Returns the frames of those connections, by id, that don't get all packets of a room, framed once per distinct set.
 * `except` names, for each packet, the rooms whose connections are excluded. Connections in none of these rooms are
 * not part of the result, so that they share one frame.
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

/** Returns the indexes of the excluded packets of each connection, ascending. */
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
