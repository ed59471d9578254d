import { placeName, type Session } from '@adda/contract/accounts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { ListSkeleton } from '../../ui/skeletons.tsx';
import { Time } from '../../ui/time.tsx';
import { ErrorState } from '../../ui/view-states.tsx';
import { ConfirmedAction } from './confirmed-action.tsx';
import { sessionsQuery, useEndSessions } from './own-account.queries.ts';
import { SectionCard } from './section-card.tsx';
import { Tag } from './tag.tsx';

type End = ReturnType<typeof useEndSessions>['mutateAsync'];

function Device({ device, end }: { device: Session; end: End }) {
  const { t } = useLingui();
  const name = placeName(device.device, device.country);
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <span aria-hidden="true" className="blob grid size-11 shrink-0 place-items-center bg-raised text-mute">
        <MonitorSmartphone className="size-5" />
      </span>
      <div className="min-w-0 grow basis-40">
        <p className="font-semibold break-words">
          {name} {device.is_current && <Tag>{t`This device`}</Tag>}
        </p>
        <p className="text-sm text-mute">
          <Trans>
            Logged in <Time value={device.created_at} as="ago" />, last used{' '}
            <Time value={device.last_used_at} as="ago" />
          </Trans>
        </p>
      </div>
      {!device.is_current && (
        <ConfirmedAction
          label={t`Log out`}
          spokenLabel={t`Log out ${name}`}
          title={t`Log this device out?`}
          description={t`${name} will have to log in again.`}
          confirmLabel={t`Log it out`}
          act={() => end(device.session_id)}
        />
      )}
    </li>
  );
}

function DeviceList({ devices }: { devices: readonly Session[] }) {
  const { t } = useLingui();
  const { mutateAsync: end } = useEndSessions();
  const others = devices.filter((device) => !device.is_current).length;
  return (
    <>
      <ul className="-my-3 divide-y divide-line">
        {devices.map((device) => (
          <Device key={device.session_id} device={device} end={end} />
        ))}
      </ul>
      {others > 0 ? (
        <div>
          <ConfirmedAction
            label={t`Log out everywhere else`}
            title={t`Log out everywhere else?`}
            description={
              <Plural
                value={others}
                one="# other device will have to log in again. This one stays."
                other="# other devices will have to log in again. This one stays."
              />
            }
            confirmLabel={t`Log them out`}
            act={() => end(null)}
          />
        </div>
      ) : (
        <p className="text-sm text-mute">
          <Trans>Nobody else is logged in as you.</Trans>
        </p>
      )}
    </>
  );
}

/** The logged-in devices; each except this one can be logged out. */
export function Devices() {
  const sessions = useQuery(sessionsQuery);
  return (
    <SectionCard
      title={<Trans>Your devices</Trans>}
      text={<Trans>Where you're logged in. Log out what you don't know or don't use.</Trans>}
    >
      {sessions.data ? (
        <DeviceList devices={sessions.data.sessions} />
      ) : sessions.error ? (
        <ErrorState
          text={sessions.error.message}
          onRetry={() => void sessions.refetch()}
          isRetrying={sessions.isFetching}
        />
      ) : (
        <ListSkeleton rows={2} />
      )}
    </SectionCard>
  );
}
