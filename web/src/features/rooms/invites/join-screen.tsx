import { displayedName } from '@adda/contract/accounts';
import type { InvitedRoom } from '@adda/contract/rooms';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { DoorClosed, DoorOpen } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSessionEnd } from '../../../platform/use-session-end.ts';
import { useSession } from '../../../platform/use-session.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { failureText } from '../../../ui/failure-text.ts';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { Landing, LandingPage, LandingSkeleton, usePageTitle, WaysIn } from '../../accounts/index.ts';
import { invitedRoom, isInviteGone, joinByInvite } from './invites.queries.ts';

/** Joins once by itself after a login that this invitation led to, otherwise when `join` is called; opens the room. */
function useJoin(code: string, account: string | undefined) {
  const navigate = useNavigate();
  const { mutate, ...join } = useMutation({
    ...joinByInvite(useQueryClient(), code),
    onSuccess: (groupId) =>
      navigate({ to: '/v1/group/$groupId', params: { groupId }, replace: true, ignoreBlocker: true }),
  });
  const hasJustLoggedIn = useLocation({ select: ({ state }) => state.isFromLink === true });
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!hasJustLoggedIn || account === undefined || hasStarted.current) return;
    hasStarted.current = true;
    mutate();
  }, [hasJustLoggedIn, account, mutate]);
  return { ...join, isBusy: join.isPending || join.isSuccess, join: () => mutate() };
}

/** For a user with a session: one button. */
function JoinButton({ account, join }: { account: string; join: ReturnType<typeof useJoin> }) {
  const name = displayedName(account);
  return (
    <div className="grid gap-3">
      <Button
        isWide
        isBusy={join.isBusy}
        onClick={join.join}
        icon={<DoorOpen aria-hidden="true" className="size-5" />}
      >
        <Trans>Join the room</Trans>
      </Button>
      <p className="text-center text-sm text-mute wrap-anywhere">
        <Trans>You come in as {name}.</Trans>
      </p>
      {join.error && (
        <p role="alert" className="text-center text-sm font-semibold text-danger">
          {failureText(join.error)}
        </p>
      )}
    </div>
  );
}

/** The room of the invitation, with the way in below. */
function Room({ room, children }: { room: InvitedRoom; children: ReactNode }) {
  return (
    <Landing
      kind={<Trans>You're invited</Trans>}
      picture={<Avatar name={room.name} src={room.picture} shape="room" size="huge" />}
      title={room.name}
      facts={<Plural value={room.members} one="# member" other="# members" />}
      text={room.topic}
    >
      {children}
    </Landing>
  );
}

function Gone({ hasSession }: { hasSession: boolean }) {
  const { t } = useLingui();
  const heading = usePageTitle(t`This invitation is not valid any more`);
  return (
    <div ref={heading} tabIndex={-1} className="outline-none">
      <EmptyState
        level={1}
        icon={<DoorClosed className="size-7" />}
        title={<Trans>This invitation is not valid any more</Trans>}
        text={
          <Trans>
            It may have run out or been taken back, or it was for somebody else. Ask for a new one, or see
            who's talking elsewhere.
          </Trans>
        }
        action={
          hasSession && (
            <Link to="/v1" className={buttonClasses()}>
              <Trans>See the rooms</Trans>
            </Link>
          )
        }
      />
      {!hasSession && <WaysIn isUnknown />}
    </div>
  );
}

function Invitation({ code }: { code: string }) {
  const account = useSession()?.username;
  const { data: room, error, isFetching, refetch } = useQuery(invitedRoom(code));
  const join = useJoin(code, account);
  if (isInviteGone(error) || isInviteGone(join.error)) return <Gone hasSession={account !== undefined} />;
  if (room) {
    return (
      <Room room={room}>
        {account === undefined ? <WaysIn /> : <JoinButton account={account} join={join} />}
      </Room>
    );
  }
  if (!error) return <LandingSkeleton />;
  return (
    <ErrorState
      level={1}
      title={<Trans>We couldn't open this invitation</Trans>}
      text={failureText(error)}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  );
}

/** `/join/CODE`: the public page of an invitation to a room (GR-02). */
export function JoinScreen() {
  const { code } = useParams({ from: '/join/$code' });
  useSessionEnd();
  return (
    <LandingPage>
      <Invitation key={code} code={code} />
    </LandingPage>
  );
}
