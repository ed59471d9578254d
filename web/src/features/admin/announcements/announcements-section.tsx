import type { ManagedAnnouncement } from '@adda/contract/notifications';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Megaphone, Plus } from 'lucide-react';
import { CardSkeleton } from '../../../ui/skeletons.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { DialogButton } from '../frame/dialog-button.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { PagedRows } from '../frame/paged-rows.tsx';
import { pageOf } from '../frame/pager.tsx';
import { SectionPage } from '../frame/section-page.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { AnnouncementCard } from './announcement-card.tsx';
import { AnnouncementForm } from './announcement-form.tsx';
import { managedAnnouncementsQuery } from './announcements.queries.ts';

const PAGE_SIZE = 20;

function NewAnnouncement() {
  return (
    <DialogButton
      size="small"
      icon={<Plus aria-hidden="true" className="size-4" />}
      label={<Trans>New announcement</Trans>}
      title={<Trans>New announcement</Trans>}
      description={<Trans>A banner above everything, until people close it or it is over.</Trans>}
    >
      {(close) => <AnnouncementForm onClose={close} />}
    </DialogButton>
  );
}

function Cards({ announcements }: { announcements: readonly ManagedAnnouncement[] }) {
  const { t } = useLingui();
  const { filter, narrow } = useAdminPlace();
  const total = announcements.length;
  const page = pageOf(filter.page);
  return (
    <PagedRows
      areCards
      label={t`Announcements`}
      count={plural(total, { one: '# announcement', other: '# announcements' })}
      empty={
        <EmptyState
          icon={<Megaphone className="size-7" />}
          title={<Trans>Nothing announced yet</Trans>}
          text={<Trans>Tell everybody about news, or about a break that is coming.</Trans>}
        />
      }
      page={page}
      pageSize={PAGE_SIZE}
      total={total}
      onTurn={(to) => narrow({ page: String(to) })}
    >
      {announcements.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map((announcement) => (
        <AnnouncementCard key={announcement.announcement_id} announcement={announcement} />
      ))}
    </PagedRows>
  );
}

/** Announcements: active, scheduled and past ones. */
export function AnnouncementsSection() {
  const { t } = useLingui();
  const query = useQuery(managedAnnouncementsQuery);
  return (
    <SectionPage title={t`Announcements`} actions={<NewAnnouncement />}>
      <Loaded query={query} skeleton={<CardSkeleton cards={2} />}>
        {(announcements) => <Cards announcements={announcements} />}
      </Loaded>
    </SectionPage>
  );
}
