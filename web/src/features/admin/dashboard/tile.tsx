import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { adminSearch, type AdminPlace } from '../frame/use-admin-place.ts';

export type TileProps = {
  label: ReactNode;
  value: string;
  /** Link target. */
  to?: AdminPlace;
  /** `waits`: needs action; `bad`: needs action soon. */
  tone?: 'calm' | 'waits' | 'bad';
};

const tones = {
  calm: 'border-line bg-surface',
  waits: 'border-transparent bg-marigold-wash',
  bad: 'border-transparent bg-danger-wash text-danger',
};

/** One number of the dashboard; links to its section if it has one. */
export function Tile({ label, value, to, tone = 'calm' }: TileProps) {
  const classes = classNames(
    'grid h-full min-h-20 content-between gap-2 rounded-card border p-4',
    tones[tone],
  );
  const content = (
    <>
      <span className={classNames('text-sm text-pretty', tone === 'calm' && 'text-mute')}>{label}</span>
      <strong className="font-display text-2xl leading-none tabular-nums wrap-anywhere">{value}</strong>
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
export function Tiles({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="text-base">{title}</h2>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">{children}</ul>
    </section>
  );
}
