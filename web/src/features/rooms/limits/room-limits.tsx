import { Trans, useLingui } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import type { Group } from '@adda/contract/rooms';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { untilText } from '../../../ui/until-text.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { messagesOf } from '../../messages/index.ts';
import { roomConversation } from '../messages/room-conversation.ts';
import { may } from '../room-rights.ts';
import type { RoomSession } from '../room-session.ts';
import { roomKeys } from '../rooms.queries.ts';
import { slowModeName } from '../settings/slow-mode.ts';
import { timeoutReasonKey } from './timeout-reason.ts';

/**
 * When the user last wrote in each room with slow mode, in ms since 1970; known while the page is open. The wait is computed
 * from it, because moderators change the seconds meanwhile.
 */
const lastTurns = new Map<string, number>();

/** Notified when the user has written. */
const listeners = new Set<() => void>();

function setLastTurn(groupId: string, at: number): void {
  lastTurns.set(groupId, at);
  for (const listener of listeners) listener();
}

/** Calls the listener when the user has written, and every second. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const timer = setInterval(listener, 1000);
  return () => {
    listeners.delete(listener);
    clearInterval(timer);
  };
}

/** Returns the whole seconds until the user may write; 0 if they may write now. */
function waitOf({ group_id: groupId, slow_mode_s: seconds }: Group): number {
  const passed = (Date.now() - (lastTurns.get(groupId) ?? 0)) / 1000;
  return Math.min(Math.max(0, Math.ceil(seconds - passed)), seconds);
}

/** Returns why a message would be refused now; undefined if it would not, or for moderators (GR-03). */
export function slowModeRefusal(group: Group, mode?: { readonly kind: string }): string | undefined {
  // An edit takes no turn.
  if (mode?.kind === 'edit') return undefined;
  if (may(group, 'time_out') || waitOf(group) === 0) return undefined;
  return t`Slow mode is on. Your words stay here until you can send them.`;
}

/** Returns a wait as text: '42 s', or '4:59' from a minute on. */
const waitText = (seconds: number): string =>
  seconds < 60 ? t`${seconds} s` : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

type LimitsProps = { group: Group; account: string; session: RoomSession | undefined };

/** Follows the user's messages and refusals; returns the seconds that are left, counted down. */
function useWait({ group, account, session }: LimitsProps): number {
  const { group_id: groupId, slow_mode_s: seconds } = group;
  const wait = useSyncExternalStore(subscribe, () => waitOf(group));
  const { data: lastAt } = useQuery({
    ...messagesOf(roomConversation(groupId)),
    select: ({ messages }) => messages.findLast(({ sender }) => sender === account)?.timestamp,
  });
  useEffect(() => {
    // This device's clock may be behind the server's.
    const at = lastAt === undefined ? 0 : Math.min(Date.parse(lastAt), Date.now());
    setLastTurn(groupId, Math.max(lastTurns.get(groupId) ?? 0, at));
  }, [groupId, lastAt]);
  useEffect(
    () =>
      session?.connection.on('error', ({ code, retry_after: left = 0 }) => {
        if (code === 'slow_mode') setLastTurn(groupId, Date.now() + (left - seconds) * 1000);
      }),
    [session, groupId, seconds],
  );
  return wait;
}

/**
 * Counts down to the next message. Screen readers hear the beginning and the end, and not each second (GR-03).
 */
function SlowMode(props: LimitsProps) {
  const { t: text } = useLingui();
  const { slow_mode_s: seconds } = props.group;
  const wait = useWait(props);
  const [turn, setTurn] = useState<{ from: number; isOver: boolean }>();
  if (wait > 0 && (turn === undefined || turn.isOver)) setTurn({ from: wait, isOver: false });
  if (wait === 0 && turn?.isOver === false) setTurn({ from: 0, isOver: true });
  const from = waitText(turn?.from ?? 0);
  const left = waitText(wait);
  const pause = slowModeName(seconds);
  const heard = turn?.isOver ? text`You can write again.` : text`You can write again in ${from}`;
  return (
    <p className="shrink-0 bg-surface px-4 pb-2 text-center text-sm text-mute">
      {wait > 0 ? (
        <span aria-hidden="true" className="tabular-nums">
          <Trans>You can write again in {left}</Trans>
        </span>
      ) : (
        <Trans>Slow mode: one message every {pause}</Trans>
      )}
      <span role="status">{turn && <VisuallyHidden>{heard}</VisuallyHidden>}</span>
    </p>
  );
}

/** A room whose timeout seems to be over is asked again after this time, because clocks differ. */
const ASK_AGAIN_MS = 2000;

/** Stands in place of the input until the timeout is over: the server says when that is (GR-03). */
function TimeoutNotice({ groupId, until }: { groupId: string; until: string }) {
  const client = useQueryClient();
  const [asked, setAsked] = useState(0);
  const { data: reason = '' } = useQuery<string>({
    queryKey: timeoutReasonKey(groupId),
    queryFn: skipToken,
    staleTime: Infinity,
  });
  useEffect(() => {
    const left = Date.parse(until) - Date.now();
    const timer = setTimeout(
      () => {
        setAsked((times) => times + 1);
        void client.invalidateQueries({ queryKey: roomKeys.room(groupId) });
      },
      Math.max(asked === 0 ? 0 : ASK_AGAIN_MS, left),
    );
    return () => clearTimeout(timer);
  }, [client, groupId, until, asked]);
  const time = untilText(until);
  return (
    <div
      role="status"
      className="grid shrink-0 gap-1 border-t border-line bg-surface px-4 pt-3 pb-[max(.75rem,env(safe-area-inset-bottom))] text-center"
    >
      <p className="font-semibold">
        <Trans>You can write again at {time}</Trans>
      </p>
      {reason !== '' && (
        <p className="text-sm break-words text-mute">
          <Trans>The reason: {reason}</Trans>
        </p>
      )}
    </div>
  );
}

/** What limits the user's writing in a room, if anything: a timeout, or slow mode for who is no moderator (GR-03). */
export function RoomLimits(props: LimitsProps) {
  const { group } = props;
  const { group_id: groupId, timeout_until: until } = group;
  if (until !== null) return <TimeoutNotice groupId={groupId} until={until} />;
  return group.slow_mode_s > 0 && !may(group, 'time_out') ? <SlowMode {...props} /> : null;
}
