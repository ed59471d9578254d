import { chatter } from './community.ts';
import { roomThreads } from './room-threads.ts';
import { smallTalk } from './small-talk.ts';
import { line, type Line } from './thread.ts';

/**
 * A line with an id that is the same in every run, so that it is sent once, and the first speaker of its thread.
 */
export type ScriptedLine = Line & { readonly id: string; readonly firstSpeaker: number };

/** Yields all lines of the n-th room, the most varied first; the sequence is infinite. */
export function* scriptOf(n: number, topic: string): Generator<ScriptedLine> {
  const own = roomThreads[topic] ?? [];
  const talks = smallTalk.map((_, index) => smallTalk[(index + n) % smallTalk.length] ?? []);
  for (const [index, thread] of [own, ...talks].entries()) {
    for (const [place, said] of thread.entries())
      yield { ...said, id: `seed-${index}-${place}`, firstSpeaker: index * 3 };
  }
  for (let count = 0; ; count += 1) {
    const says = chatter[(count * 7 + n * 3) % chatter.length] ?? '';
    yield { ...line(0, says), id: `seed-chatter-${count}`, firstSpeaker: count * 5 + Math.floor(count / 3) };
  }
}
