import { comingAndGoing, isComing, moderationLabel, type MembershipUpdate } from './membership-labels.ts';

/** So long the first of several people waits for those who come or go with them. */
const PAUSE_MS = 1500;

/** Least time between two lines about coming and going: a busy room stays a conversation. */
const LEAST_GAP_MS = 15_000;

/** Tells a room what happened to people's membership. */
export type MembershipNotices = { tell(update: MembershipUpdate): void; stop(): void };

/**
 * Turns what happens to membership into lines for the chat: comings and goings in quick succession become one line,
 * and somebody who came and went in between none; what moderators did is said at once.
 */
export function createMembershipNotices(say: (text: string) => void): MembershipNotices {
  const waiting: Record<'joined' | 'left', Set<string>> = { joined: new Set(), left: new Set() };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let quietUntil = 0;

  const flush = () => {
    timer = undefined;
    for (const kind of ['joined', 'left'] as const) {
      const names = [...waiting[kind]];
      waiting[kind].clear();
      if (names.length === 0) continue;
      say(comingAndGoing(kind, names));
      quietUntil = Date.now() + LEAST_GAP_MS;
    }
  };
  return {
    tell(update) {
      if (!isComing(update)) return say(moderationLabel(update));
      const opposite = waiting[update.kind === 'joined' ? 'left' : 'joined'];
      if (!opposite.delete(update.username)) waiting[update.kind].add(update.username);
      timer ??= setTimeout(flush, Math.max(PAUSE_MS, quietUntil - Date.now()));
    },
    stop: () => clearTimeout(timer),
  };
}
