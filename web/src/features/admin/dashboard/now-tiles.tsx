import type { DashboardNow } from '@adda/contract/operations';
import { useLingui } from '@lingui/react/macro';
import { bytesText, countText, uptimeText } from './dashboard-labels.ts';
import { Tile, Tiles } from './tile.tsx';

const waitingTone = (count: number) => (count > 0 ? 'waits' : 'calm');
const bad = (count: number) => (count > 0 ? 'bad' : 'calm');

/** Pending work; each tile links to its section. */
export function WaitingTiles({ now }: { now: DashboardNow }) {
  const { t } = useLingui();
  const { open_reports: reports, overdue_reports: overdue, open_appeals: appeals } = now;
  const { open_flags: flags, waiting_payouts: payouts } = now;
  return (
    <Tiles title={t`To do`}>
      <Tile
        label={t`Open reports`}
        value={countText(reports)}
        tone={waitingTone(reports)}
        to={{ view: 'reports' }}
      />
      <Tile
        label={t`Overdue reports`}
        value={countText(overdue)}
        tone={bad(overdue)}
        to={{ view: 'reports', filter: { overdue: 'true' } }}
      />
      <Tile
        label={t`Appeals`}
        value={countText(appeals)}
        tone={waitingTone(appeals)}
        to={{ view: 'appeals' }}
      />
      <Tile label={t`Hints`} value={countText(flags)} tone={waitingTone(flags)} to={{ view: 'hints' }} />
      <Tile
        label={t`Payouts waiting`}
        value={countText(payouts)}
        tone={waitingTone(payouts)}
        to={{ view: 'payouts' }}
      />
    </Tiles>
  );
}

/** Community figures. */
export function CommunityTiles({ now }: { now: DashboardNow }) {
  const { t } = useLingui();
  return (
    <Tiles title={t`Community`}>
      <Tile label={t`Online now`} value={countText(now.online)} />
      <Tile label={t`People`} value={countText(now.people)} to={{ view: 'people' }} />
      <Tile label={t`Guests`} value={countText(now.guests)} />
      <Tile
        label={t`Suspended`}
        value={countText(now.suspended_people)}
        to={{ view: 'people', filter: { standing: 'suspended' } }}
      />
      <Tile label={t`Rooms`} value={countText(now.rooms)} />
    </Tiles>
  );
}

/** The server's health. */
export function HealthTiles({ now }: { now: DashboardNow }) {
  const { t } = useLingui();
  return (
    <Tiles title={t`Server`}>
      <Tile label={t`Failed jobs`} value={countText(now.failed_jobs)} tone={bad(now.failed_jobs)} />
      <Tile label={t`Jobs waiting`} value={countText(now.waiting_jobs)} />
      <Tile label={t`Connections`} value={countText(now.connections)} />
      <Tile label={t`Database`} value={bytesText(now.database_bytes)} />
      <Tile label={t`Memory`} value={bytesText(now.memory_bytes)} />
      <Tile label={t`Running for`} value={uptimeText(now.uptime_seconds)} />
    </Tiles>
  );
}
