import type { DashboardNow } from '@adda/contract/operations';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { adminSearch, type AdminPlace } from '../frame/use-admin-place.ts';
import { categoryName } from '../reports/queue/report-labels.ts';
import { categories } from '../reports/reports.queries.ts';
import { bytesText, countText, uptimeText } from './dashboard-labels.ts';

type TileProps = {
  label: ReactNode;
  /** A count, or a text. */
  value: number | string;
  /** A line below the value. */
  detail?: string;
  /** Link target. */
  to?: AdminPlace;
  /** How a count above zero looks. `waits`: needs action; `bad`: needs action soon. */
  tone?: 'calm' | 'waits' | 'bad';
};

const tones = {
  calm: 'border-line bg-surface',
  waits: 'border-transparent bg-marigold-wash',
  bad: 'border-transparent bg-danger-wash text-danger',
};

/** One number of the dashboard; links to its section if it has one. */
function Tile({ label, value, detail, to, tone: toneAboveZero = 'calm' }: TileProps) {
  const tone = value === 0 ? 'calm' : toneAboveZero;
  const classes = classNames(
    'grid h-full min-h-20 content-between gap-2 rounded-card border p-4',
    tones[tone],
  );
  const content = (
    <>
      <span className={classNames('text-sm text-pretty', tone === 'calm' && 'text-mute')}>{label}</span>
      <strong className="font-display text-2xl leading-none tabular-nums wrap-anywhere">
        {typeof value === 'number' ? countText(value) : value}
      </strong>
      {detail && <span className="text-xs text-pretty">{detail}</span>}
    </>
  );
  return (
    <li>
      {to ? (
        <Link to="/admin" search={adminSearch(to)} className={`${classes} transition hover:brightness-97`}>
          {content}
        </Link>
      ) : (
        <div className={classes}>{content}</div>
      )}
    </li>
  );
}

/** A group of tiles with a heading. */
function Tiles({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="text-base">{title}</h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">{children}</ul>
    </section>
  );
}

/** Returns the overdue reports by what they are about, the most urgent first: 'Threat 2 · Scam 1' (MR-05). */
const overdueText = (overdue: DashboardNow['overdue_by_category']): string =>
  categories
    .filter((category) => overdue[category] > 0)
    .map((category) => `${categoryName(category)} ${countText(overdue[category])}`)
    .join(' · ');

/** Pending work; each tile links to its section. */
export function WaitingTiles({ now }: { now: DashboardNow }) {
  const { t } = useLingui();
  const overdue = { view: 'reports', filter: { overdue: 'true' } };
  return (
    <Tiles title={t`To do`}>
      <Tile label={t`Open reports`} value={now.open_reports} tone="waits" to={{ view: 'reports' }} />
      <Tile
        label={t`Overdue reports`}
        value={now.overdue_reports}
        detail={overdueText(now.overdue_by_category)}
        tone="bad"
        to={overdue}
      />
      <Tile label={t`Appeals`} value={now.open_appeals} tone="waits" to={{ view: 'appeals' }} />
      <Tile label={t`Hints`} value={now.open_flags} tone="waits" to={{ view: 'hints' }} />
      <Tile label={t`Payouts waiting`} value={now.waiting_payouts} tone="waits" to={{ view: 'payouts' }} />
    </Tiles>
  );
}

/** Community figures. */
export function CommunityTiles({ now }: { now: DashboardNow }) {
  const { t } = useLingui();
  return (
    <Tiles title={t`Community`}>
      <Tile label={t`Online now`} value={now.online} />
      <Tile label={t`People`} value={now.people} to={{ view: 'people' }} />
      <Tile label={t`Guests`} value={now.guests} />
      <Tile
        label={t`Suspended`}
        value={now.suspended_people}
        to={{ view: 'people', filter: { standing: 'suspended' } }}
      />
      <Tile label={t`Rooms`} value={now.rooms} />
    </Tiles>
  );
}

/** The server's health. */
export function HealthTiles({ now }: { now: DashboardNow }) {
  const { t } = useLingui();
  return (
    <Tiles title={t`Server`}>
      <Tile label={t`Failed jobs`} value={now.failed_jobs} tone="bad" />
      <Tile label={t`Jobs waiting`} value={now.waiting_jobs} />
      <Tile label={t`Connections`} value={now.connections} />
      <Tile label={t`Database`} value={bytesText(now.database_bytes)} />
      <Tile label={t`Memory`} value={bytesText(now.memory_bytes)} />
      <Tile label={t`Running for`} value={uptimeText(now.uptime_seconds)} />
    </Tiles>
  );
}
