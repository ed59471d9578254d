import { Trans, useLingui } from '@lingui/react/macro';
import { Users } from 'lucide-react';
import { EmptyState } from '../../../ui/view-states.tsx';
import { SectionPage } from '../frame/section-page.tsx';
import { TwoPanes } from '../frame/two-panes.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { PeopleList } from './people-list.tsx';
import { PersonDetail } from './person-detail.tsx';

/** Accounts: search, details, suspension and reinstatement (SV-50). */
export function PeopleSection() {
  const { t } = useLingui();
  const { id, open } = useAdminPlace();
  return (
    <SectionPage title={t`People`} isFilled>
      <TwoPanes
        listLabel={t`List of people`}
        detailLabel={t`The open person`}
        openId={id}
        onClose={() => open(undefined)}
        list={<PeopleList />}
        detail={id && <PersonDetail key={id} username={id} />}
        placeholder={
          <EmptyState icon={<Users className="size-7" />} title={<Trans>Choose somebody</Trans>} />
        }
      />
    </SectionPage>
  );
}
