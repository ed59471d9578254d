import type { Announcement } from '@adda/contract/notifications';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Megaphone, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../platform/use-session.ts';
import { userStorageKey } from '../../platform/user-storage.ts';
import { classNames } from '../../ui/class-names.ts';
import { useNow } from '../../ui/time-clock.ts';
import { announcementsQuery } from './notifications.queries.ts';

const classesByTone = {
  info: 'bg-marigold-wash text-ink',
  warning: 'bg-marigold text-on-marigold',
};

const isOver = ({ ends_at: to }: Announcement, now: number): boolean => to !== null && Date.parse(to) <= now;

/** Sorts warnings first; otherwise keeps the order, newest first. */
const byTone = (a: Announcement, b: Announcement): number =>
  Number(b.tone === 'warning') - Number(a.tone === 'warning');

type BannerProps = { announcement: Announcement; more: number; onDismiss: () => void };

function Banner({ announcement, more, onDismiss }: BannerProps) {
  const { t } = useLingui();
  const { text, link, tone } = announcement;
  const Icon = tone === 'warning' ? TriangleAlert : Megaphone;
  return (
    <div
      className={classNames(
        'flex max-h-[30dvh] items-start gap-2 overflow-y-auto ps-4 pe-1',
        classesByTone[tone],
      )}
    >
      <Icon aria-hidden="true" className="mt-3.5 size-4 shrink-0" />
      <p dir="auto" className="min-w-0 grow py-3 text-sm font-medium break-words">
        {text}{' '}
        {link !== null && (
          <a
            href={link}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-block font-bold underline underline-offset-2 pointer-coarse:-my-3 pointer-coarse:py-3"
          >
            <Trans>Read more</Trans>
          </a>
        )}
        {more > 0 && (
          <span className="ms-2 text-xs whitespace-nowrap opacity-80">
            <Plural value={more} one="and # more" other="and # more" />
          </span>
        )}
      </p>
      <button
        type="button"
        aria-label={t`Close this announcement`}
        title={t`Close`}
        className="grid size-11 shrink-0 place-items-center rounded-full"
        onClick={onDismiss}
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}

const PLACE = 'announcements';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Returns the ids of announcements that the account has dismissed on this device. */
function dismissedBy(account: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(
      localStorage.getItem(userStorageKey('dismissed', account, PLACE)) ?? '[]',
    );
    return isTexts(stored) ? stored : [];
  } catch {
    return []; // invalid content, or storage is forbidden: show them once more
  }
}

/** Stores a dismissal and drops ids of announcements that are no longer shown. Returns the new list. */
function dismiss(account: string, id: string, shown: readonly string[]): readonly string[] {
  const ids = [...dismissedBy(account).filter((each) => shown.includes(each)), id];
  try {
    localStorage.setItem(userStorageKey('dismissed', account, PLACE), JSON.stringify(ids));
  } catch {
    // Storage is full or forbidden: the dismissal lasts until a reload.
  }
  return ids;
}

/**
 * The operators' announcements, one at a time, until the user dismisses them or they expire. The live region
 * stays mounted, so that a new one is read out.
 */
export function AnnouncementBanner() {
  const { t } = useLingui();
  const account = useSession()?.username ?? '';
  const { data } = useQuery({ ...announcementsQuery, enabled: account !== '' });
  const [dismissed, setDismissed] = useState(() => dismissedBy(account));
  const now = useNow(data !== undefined && data.announcements.length > 0);
  const all = data?.announcements ?? [];
  const waiting = all
    .filter((each) => !isOver(each, now) && !dismissed.includes(each.announcement_id))
    .toSorted(byTone);
  const [first] = waiting;
  const ids = all.map((each) => each.announcement_id);
  return (
    <div aria-label={t`Announcements`} role="status" className="shrink-0">
      {first && (
        <Banner
          announcement={first}
          more={waiting.length - 1}
          onDismiss={() => setDismissed(dismiss(account, first.announcement_id, ids))}
        />
      )}
    </div>
  );
}
