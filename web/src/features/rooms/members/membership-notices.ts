import {
  joinLeaveLabel,
  isJoinOrLeave,
  moderationLabel,
  type MembershipUpdate,
} from './membership-labels.ts';

/** The first of several changes waits this long for others, in ms. */
const PAUSE_MS = 1500;

/** Minimum time between two notices about joining and leaving, in ms, so that they don't flood a busy room. */
const LEAST_GAP_MS = 15_000;

/** Shows a membership change in a room. */
export type MembershipNotices = { tell(update: MembershipUpdate): void; stop(): void };

/**
 * Turns membership changes into notices for the chat: joins and leaves in quick succession share one notice, a user who
 * joins and leaves in that time causes none, and actions of moderators are shown at once.
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
      say(joinLeaveLabel(kind, names));
      quietUntil = Date.now() + LEAST_GAP_MS;
    }
  };
  return {
    tell(update) {
      if (!isJoinOrLeave(update)) return say(moderationLabel(update));
      const opposite = waiting[update.kind === 'joined' ? 'left' : 'joined'];
      if (!opposite.delete(update.username)) waiting[update.kind].add(update.username);
      timer ??= setTimeout(flush, Math.max(PAUSE_MS, quietUntil - Date.now()));
    },
    stop: () => clearTimeout(timer),
  };
}
