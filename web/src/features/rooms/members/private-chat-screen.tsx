import { Trans, useLingui } from '@lingui/react/macro';
import type { MemberProfile } from '@adda/contract/rooms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { ArrowLeft, LockKeyhole, Sofa } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { useSession } from '../../../platform/use-session.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { lazyPart, Part } from '../../../ui/lazy-part.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { draft } from '../composer/draft.ts';
import { displayNameOf, ProfileCard } from './member-profile.tsx';
import { memberProfile } from './members.queries.ts';
import { startWhisper, whisperName } from '../composer/start-whisper.ts';

const moderation = lazyPart(() => import('../../moderation/index.ts'));

/** Rooms that the two share, each with a whisper begun in its input. */
function WhisperPlaces({ profile, account }: { profile: MemberProfile; account: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const name = displayNameOf(profile, profile.username);
  const whisperIn = (groupId: string) => {
    const words = draft.get(account, groupId);
    const mention = whisperName(client, groupId, profile.username);
    draft.set(account, groupId, { ...words, text: startWhisper(words.text, mention) });
    void navigate({ to: '/v1/group/$groupId', params: { groupId }, replace: true, ignoreBlocker: true });
  };
  if (profile.shared_groups.length === 0) {
    return (
      <EmptyState
        icon={<Sofa className="size-7" />}
        title={<Trans>You don't share a room with {name} yet.</Trans>}
        action={
          <Link to="/v1" replace ignoreBlocker className={buttonClasses()}>
            <Trans>Look at the rooms</Trans>
          </Link>
        }
      />
    );
  }
  return (
    <div className="grid gap-3">
      <p className="text-mute">
        <Trans>You can whisper to {name} in a room that you share.</Trans>
      </p>
      {profile.shared_groups.map(({ group_id: groupId, name: room }) => (
        <Button
          key={groupId}
          tone="quiet"
          isWide
          className="py-2"
          icon={<LockKeyhole aria-hidden="true" className="size-4 shrink-0" />}
          onClick={() => whisperIn(groupId)}
        >
          <span className="min-w-0 break-words">
            <Trans>Whisper in {room}</Trans>
          </span>
        </Button>
      ))}
    </div>
  );
}

/** Goes back to the rooms and says why nobody is here. */
function Nobody({ text }: { text: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    toast.problem(text);
    void navigate({ to: '/v1', replace: true, ignoreBlocker: true });
  }, [navigate, text]);
  return null;
}

/** One person: who they are, and where they can be talked to. */
export function PrivateChatView({ username, account }: { username: string; account: string }) {
  const { t } = useLingui();
  const query = useQuery(memberProfile(username));
  const { data: profile, error } = query;
  const [isReporting, setReporting] = useState(false);
  if (error instanceof ApiError && error.status === 404) return <Nobody text={error.detail} />;
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <div className="mx-auto grid w-full max-w-120 gap-6 px-4 py-4 sm:px-6">
        <div className="flex items-center gap-2">
          <Link
            to="/v1"
            replace
            ignoreBlocker
            aria-label={t`Back to the rooms`}
            className="inline-grid size-11 shrink-0 place-items-center rounded-full hover:bg-raised"
          >
            <ArrowLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
          </Link>
          <h1 className="min-w-0 text-2xl break-words">{displayNameOf(profile, username)}</h1>
        </div>
        {profile && (
          <>
            <ProfileCard profile={profile} />
            <WhisperPlaces profile={profile} account={account} />
            <Button tone="plain" className="justify-self-start" onClick={() => setReporting(true)}>
              <Trans>Report</Trans>
            </Button>
            {isReporting && (
              <Part part={moderation} onFailed={() => setReporting(false)}>
                {({ ReportDialog }) => (
                  <ReportDialog username={username} isOpen onClose={() => setReporting(false)} />
                )}
              </Part>
            )}
          </>
        )}
        {!profile && error && (
          <ErrorState
            text={error.message}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
        {!profile && !error && <ListSkeleton rows={2} />}
      </div>
    </div>
  );
}

/** The screen of one person (/v1/chat/{username}, GC-30). */
export function PrivateChatScreen() {
  const { username } = useParams({ from: '/v1/chat/$username' });
  const account = useSession()?.username;
  if (account === undefined) return null;
  const name = username.toLowerCase();
  if (name === account) return <Navigate to="/v1" replace ignoreBlocker />;
  return <PrivateChatView key={name} username={name} account={account} />;
}
