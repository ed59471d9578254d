import type { ManagedPersonDetail } from '@adda/contract/moderation';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Time } from '../../../ui/time.tsx';
import { Fact } from '../frame/fact.tsx';
import { adminSearch } from '../frame/use-admin-place.ts';

function ReportsAbout({ person }: { person: ManagedPersonDetail }) {
  const { username, reports_about: about, open_reports: open } = person;
  if (about === 0) return <Trans>None</Trans>;
  return (
    <Link
      to="/admin"
      search={adminSearch({ view: 'reports', filter: { status: 'all', reported: username } })}
      className="text-rani-ink underline-offset-4 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
    >
      <Trans>
        {about}, {open} open
      </Trans>
    </Link>
  );
}

/** An account's key facts. */
export function PersonFacts({ person }: { person: ManagedPersonDetail }) {
  const { email, email_verified: isVerified, country, age, sessions, reports_by: by } = person;
  return (
    <dl className="grid grid-cols-1 gap-2 sm:grid-cols-2 xl:grid-cols-3">
      <Fact name={<Trans>E-mail</Trans>}>
        {email === null ? <Trans>None</Trans> : email}{' '}
        {email !== null && (
          <span className="font-normal text-mute">
            {isVerified ? <Trans>(confirmed)</Trans> : <Trans>(not confirmed)</Trans>}
          </span>
        )}
      </Fact>
      <Fact name={<Trans>Country</Trans>}>{country}</Fact>
      <Fact name={<Trans>Age</Trans>}>{age ?? <Trans>Not told</Trans>}</Fact>
      <Fact name={<Trans>Here since</Trans>}>
        <Time value={person.created_at} as="full" />
      </Fact>
      <Fact name={<Trans>Last active</Trans>}>
        <Time value={person.last_active} as="ago" />
      </Fact>
      <Fact name={<Trans>Devices logged in</Trans>}>{sessions}</Fact>
      <Fact name={<Trans>Reports about them</Trans>}>
        <ReportsAbout person={person} />
      </Fact>
      <Fact name={<Trans>Reports by them</Trans>}>{by}</Fact>
    </dl>
  );
}
