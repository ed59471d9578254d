import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DoorClosed, ShieldCheck } from 'lucide-react';
import { ApiError } from '../../platform/api-error.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { EmptyState, ErrorState } from '../../ui/view-states.tsx';
import { ListSkeleton } from '../../ui/skeletons.tsx';
import { meQuery } from '../accounts/index.ts';
import { AdminFrame } from './frame/admin-frame.tsx';
import { nowQuery } from './frame/now.queries.ts';

/** Shown to users who are not administrators. */
function NoAccess() {
  const { t } = useLingui();
  useDocumentTitle(t`Administration`);
  return (
    <main className="dusk grid min-h-dvh content-center">
      <EmptyState
        level={1}
        icon={<DoorClosed className="size-7" />}
        title={<Trans>This door is for the team</Trans>}
        text={<Trans>Only administrators of Adda can come in here.</Trans>}
        action={
          <Link to="/v1" className={buttonClasses()}>
            <Trans>Back to Adda</Trans>
          </Link>
        }
      />
    </main>
  );
}

/** Shown to administrators who have to protect their account first (ID-04). */
function ProtectionNeeded() {
  const { t } = useLingui();
  useDocumentTitle(t`Administration`);
  return (
    <main className="dusk grid min-h-dvh content-center">
      <EmptyState
        level={1}
        icon={<ShieldCheck className="size-7" />}
        title={<Trans>One thing before you come in</Trans>}
        text={
          <Trans>
            Here you can do a lot for people, so your account needs more than a password: a passkey or an
            authenticator app. It takes a minute.
          </Trans>
        }
        action={
          <div className="grid justify-items-center gap-2">
            <Link to="/v1/settings/{-$section}" params={{ section: 'security' }} className={buttonClasses()}>
              <Trans>Set it up</Trans>
            </Link>
            <Link to="/v1" className={buttonClasses('plain')}>
              <Trans>Back to Adda</Trans>
            </Link>
          </div>
        }
      />
    </main>
  );
}

/** The console, unless the server asks for a passkey or an authenticator app first. */
function ProtectedConsole() {
  const { error } = useQuery(nowQuery);
  const isUnprotected = error instanceof ApiError && error.code === 'second_factor_required';
  return isUnprotected ? <ProtectionNeeded /> : <AdminFrame />;
}

/** `/admin`: the admin console (SV-48); other users see that they have no access. */
export function AdminScreen() {
  const { data: me, isError, isFetching, refetch } = useQuery(meQuery);
  if (me) return me.role === 'admin' ? <ProtectedConsole /> : <NoAccess />;
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-3xl content-center p-4">
      {isError ? (
        <ErrorState level={1} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <ListSkeleton />
      )}
    </main>
  );
}
