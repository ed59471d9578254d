import { displayedName } from '@adda/contract/accounts';
import type { ManagedPersonDetail } from '@adda/contract/moderation';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../../ui/button.tsx';
import { Time } from '../../../ui/time.tsx';
import { PersonAvatar } from '../../accounts/index.ts';
import { DialogButton } from '../frame/dialog-button.tsx';
import { DetailBlock, DetailHeading, DetailSkeleton, Fact, TimeFact } from '../frame/detail.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { StateMarks } from '../frame/state-mark.tsx';
import { PlaceLink } from '../frame/place-link.tsx';
import { HintCard } from './hint-card.tsx';
import { personQuery, type AccountStatusChange } from './people.queries.ts';
import { personMarks } from './person-line.tsx';
import { SanctionList } from './sanction-list.tsx';
import { AccountStatusForm } from './account-status-form.tsx';

function Head({ person }: { person: ManagedPersonDetail }) {
  const { t } = useLingui();
  const { username, display_name: display } = person;
  const name = displayedName(username);
  return (
    <header className="flex min-w-0 items-center gap-4">
      <PersonAvatar username={username} size="large" />
      <div className="grid min-w-0 gap-1">
        <DetailHeading>{name}</DetailHeading>
        <p className="flex flex-wrap items-center gap-2 text-sm text-mute">
          {display !== name && <span className="wrap-anywhere">{display}</span>}
          <StateMarks
            marks={[person.role === 'admin' && ['warm', t`Administrator`], ...personMarks(person)]}
          />
        </p>
      </div>
    </header>
  );
}

function AccountStatusButtons({ person }: { person: ManagedPersonDetail }) {
  const { username } = person;
  const name = displayedName(username);
  const formOf = (kind: AccountStatusChange['kind']) => (close: () => void) => (
    <AccountStatusForm username={username} name={name} kind={kind} onClose={close} />
  );
  return (
    <div className="flex flex-wrap gap-2">
      {person.is_suspended && (
        <DialogButton
          tone="quiet"
          size="small"
          label={<Trans>Let in again…</Trans>}
          title={<Trans>Let {name} in again?</Trans>}
          description={<Trans>They can log in at once. Subscriptions that ended stay ended.</Trans>}
        >
          {formOf('unsuspend')}
        </DialogButton>
      )}
      {!person.is_suspended && person.role !== 'admin' && !person.is_deleted && (
        <DialogButton
          tone="danger"
          size="small"
          label={<Trans>Suspend…</Trans>}
          title={<Trans>Suspend {name}?</Trans>}
          description={
            <Trans>They are out at once on every device and read your reason. They may appeal once.</Trans>
          }
        >
          {formOf('suspend')}
        </DialogButton>
      )}
      {!person.is_guest && !person.is_deleted && (
        <Link
          to="/profile/$username"
          params={{ username }}
          target="_blank"
          className={buttonClasses('quiet', 'small')}
        >
          <ExternalLink aria-hidden="true" className="size-4" />
          <Trans>Profile</Trans>
        </Link>
      )}
    </div>
  );
}

function ReportsAbout({ person }: { person: ManagedPersonDetail }) {
  const { username, reports_about: about, open_reports: open } = person;
  if (about === 0) return <Trans>None</Trans>;
  return (
    <PlaceLink view="reports" filter={{ status: 'all', reported: username }}>
      <Trans>
        {about}, {open} open
      </Trans>
    </PlaceLink>
  );
}

/** An account's key facts. */
function PersonFacts({ person }: { person: ManagedPersonDetail }) {
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
      <TimeFact name={<Trans>Here since</Trans>} at={person.created_at} />
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

function PersonView({ person }: { person: ManagedPersonDetail }) {
  const { t } = useLingui();
  return (
    <article className="grid max-w-4xl grid-cols-1 gap-6">
      <Head person={person} />
      <AccountStatusButtons person={person} />
      <PersonFacts person={person} />
      <DetailBlock title={<Trans>Decisions against them</Trans>}>
        <SanctionList sanctions={person.sanctions} />
      </DetailBlock>
      {person.flags.length > 0 && (
        <DetailBlock title={<Trans>Hints</Trans>}>
          <ul aria-label={t`Hints`} className="grid gap-3">
            {person.flags.map((flag) => (
              <HintCard key={flag.flag_id} flag={flag} />
            ))}
          </ul>
        </DetailBlock>
      )}
    </article>
  );
}

/** An account with everything that a decision needs, and the actions. */
export function PersonDetail({ username }: { username: string }) {
  const query = useQuery(personQuery(username));
  return (
    <Loaded query={query} skeleton={<DetailSkeleton />}>
      {(person) => <PersonView person={person} />}
    </Loaded>
  );
}
