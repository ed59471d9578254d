import { displayedName } from '@adda/contract/accounts';
import type { Plan } from '@adda/contract/creators';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, MessageCircle, PackageX } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { buttonClasses } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { useDocumentTitle } from '../../../ui/use-document-title.ts';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { PersonAvatar } from '../../accounts/index.ts';
import { useCreatorRoom } from '../live/use-creator-room.ts';
import { PlanCard } from '../plans/plan-card.tsx';
import { SubscribeFlow } from './subscribe-flow.tsx';
import { planOf, subscriptionTo } from './subscription.queries.ts';

const how = { replace: true, ignoreBlocker: true } as const;

function Frame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  return (
    <div className="flex min-h-0 grow flex-col">
      <header className="flex shrink-0 items-center gap-2 border-b border-line bg-surface px-2 py-1.5 sm:px-3">
        <Link
          to="/v1"
          {...how}
          aria-label={t`Back to the chats`}
          className="inline-grid size-11 shrink-0 place-items-center rounded-full hover:bg-raised"
        >
          <ArrowLeft aria-hidden="true" className="size-5 rtl:-scale-x-100" />
        </Link>
        <h1 className="min-w-0 truncate text-lg">
          <Trans>Subscribe</Trans>
        </h1>
      </header>
      <div className="min-h-0 grow overflow-y-auto">
        <div className="mx-auto grid w-full max-w-120 grid-cols-1 gap-6 px-4 py-6 sm:px-6">{children}</div>
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">
        <Trans>Loading…</Trans>
      </span>
      <div className="flex items-center gap-4">
        <Skeleton className="blob size-18 shrink-0" />
        <Skeleton className="h-6 w-1/2" />
      </div>
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-12 rounded-full" />
    </div>
  );
}

/** Shown for an unknown plan, or one that is no longer on sale. */
function NotSold() {
  return (
    <EmptyState
      icon={<PackageX className="size-7" />}
      title={<Trans>This plan isn't sold any more</Trans>}
      text={<Trans>The link may be old. The creator's profile shows what there is now.</Trans>}
      action={
        <Link to="/v1" search={{ tab: 'feed' }} ignoreBlocker className={buttonClasses('quiet')}>
          <Trans>Go to the feed</Trans>
        </Link>
      }
    />
  );
}

function Creator({ username }: { username: string }) {
  const name = displayedName(username);
  return (
    <div className="flex items-center gap-4">
      <PersonAvatar username={username} size="huge" />
      <div className="min-w-0">
        <p className="font-display text-xl font-bold break-words">{name}</p>
        <Link
          to="/profile/$username"
          params={{ username }}
          ignoreBlocker
          className="inline-flex min-h-11 items-center font-semibold text-rani-ink underline underline-offset-2"
        >
          <Trans>View profile</Trans>
        </Link>
      </div>
    </div>
  );
}

/** The caller's own plan can't be bought (SU-17). */
function OwnPlan({ plan }: { plan: Plan }) {
  return (
    <>
      <PlanCard plan={plan} />
      <p>
        <Trans>This is your own plan. Others see here how to subscribe to it.</Trans>
      </p>
    </>
  );
}

/** Subscribing, then a link to the chat with the creator; also for existing subscribers. */
function OthersPlan({ plan, onSubscribed }: { plan: Plan } & Pick<PlanViewProps, 'onSubscribed'>) {
  const { creator } = plan;
  const navigate = useNavigate();
  const { data } = useQuery({ ...subscriptionTo(creator), enabled: false });
  const name = displayedName(creator);
  const subscribed = () => {
    onSubscribed?.(creator);
    void navigate({ to: '/v1/chat/$username', params: { username: creator }, ...how });
  };
  return (
    <>
      <SubscribeFlow creator={creator} plans={[plan]} onSubscribed={subscribed} />
      {data?.is_subscribed && (
        <Link
          to="/v1/chat/$username"
          params={{ username: creator }}
          {...how}
          className={`${buttonClasses()} py-2 text-center`}
        >
          <MessageCircle aria-hidden="true" className="size-5" />
          <Trans>Chat with {name}</Trans>
        </Link>
      )}
    </>
  );
}

export type PlanViewProps = {
  planId: string;
  account: string;
  /** Called after the viewer has subscribed to this creator. */
  onSubscribed?: ((creator: string) => void) | undefined;
};

/** A plan with its creator and the subscription form. */
export function PlanView({ planId, account, onSubscribed }: PlanViewProps) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(planOf(planId));
  useDocumentTitle(t`Subscribe`);
  // Receives changes of the subscription on other devices (RT-35, RT-36).
  useCreatorRoom(data?.plan.creator);
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 422);
  if (isGone) {
    return (
      <Frame>
        <NotSold />
      </Frame>
    );
  }
  if (!data) {
    return (
      <Frame>
        {error ? (
          <ErrorState
            title={t`Failed to load subscription plans`}
            text={error.message}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <Waiting />
        )}
      </Frame>
    );
  }
  const { plan } = data;
  return (
    <Frame>
      <Creator username={plan.creator} />
      {plan.creator === account ? (
        <OwnPlan plan={plan} />
      ) : (
        <OthersPlan plan={plan} onSubscribed={onSubscribed} />
      )}
    </Frame>
  );
}
