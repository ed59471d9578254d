import { Trans, useLingui } from '@lingui/react/macro';
import { isGuestName } from '@adda/contract/accounts';
import { Link } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { useSession } from '../../../platform/use-session.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { buttonClasses } from '../../../ui/button.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { tryAgain } from '../../../ui/try-again.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';

function GuestView() {
  return (
    <EmptyState
      level={1}
      icon={<Sparkles className="size-7" />}
      title={<Trans>Guest users cannot create groups</Trans>}
      text={<Trans>Make your account permanent and open your own. It keeps everything you have.</Trans>}
      action={
        <Link to="/upgrade" className={buttonClasses()}>
          <Trans>Upgrade</Trans>
        </Link>
      }
    />
  );
}

// Its fields would split the code of every other form that opens with the page.
const createForm = lazyComponent(() => import('../settings/create-room-form.tsx'));

/** The screen for creating a room (/v1/group/create, SV-24). */
export function CreateRoomScreen() {
  const { t } = useLingui();
  const username = useSession()?.username ?? '';
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <div className="mx-auto w-full max-w-120 px-4 py-4 sm:px-6">
        <div className="mb-2">
          <BackLink label={t`Back to the rooms`} />
        </div>
        {isGuestName(username) ? (
          <GuestView />
        ) : (
          <>
            <h1 className="mb-5 text-2xl">
              <Trans>Create a room</Trans>
            </h1>
            <LazyComponent component={createForm} fallback={<ListSkeleton rows={4} />} failed={tryAgain}>
              {({ CreateRoomForm }) => <CreateRoomForm />}
            </LazyComponent>
          </>
        )}
      </div>
    </div>
  );
}
