import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Megaphone, Plus } from 'lucide-react';
import { EmptyState } from '../../../ui/view-states.tsx';
import { DialogButton } from '../frame/dialog-button.tsx';
import { PagedList } from '../frame/paged-list.tsx';
import { SectionPage } from '../frame/section-page.tsx';
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

/** Announcements: active, scheduled and past ones. */
export function AnnouncementsSection() {
  const { t } = useLingui();
  return (
    <SectionPage title={t`Announcements`} actions={<NewAnnouncement />}>
      <PagedList
        areCards
        losesRows
        query={useQuery(managedAnnouncementsQuery)}
        items={(announcements) => announcements}
        pageSize={PAGE_SIZE}
        label={t`Announcements`}
        count={(total) => plural(total, { one: '# announcement', other: '# announcements' })}
        empty={
          <EmptyState
            icon={<Megaphone className="size-7" />}
            title={<Trans>Nothing announced yet</Trans>}
            text={<Trans>Tell everybody about news, or about a break that is coming.</Trans>}
          />
        }
      >
        {(announcement) => (
          <AnnouncementCard key={announcement.announcement_id} announcement={announcement} />
        )}
      </PagedList>
    </SectionPage>
  );
}
