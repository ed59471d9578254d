import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useNow } from './time-clock.ts';
import { elapsed, fullTime, shortDay } from './time-format.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export type ShortTimeProps = {
  /** ISO string from the API. */
  value: string;
  className?: string;
};

/** Time since a moment, in short form: '12m', '3h', '2d', '3 Nov'. */
export function ShortTime({ value, className, children }: ShortTimeProps & { children?: ReactNode }) {
  const { t } = useLingui();
  const span = elapsed(value, useNow());
  const count = span?.count ?? 0;
  const text = {
    now: t`now`,
    minutes: t`${count}m`,
    hours: t`${count}h`,
    days: t`${count}d`,
  };
  return (
    <time dateTime={value} title={fullTime(value)} className={className}>
      {children}
      {span ? text[span.unit] : shortDay(value)}
    </time>
  );
}

/** Time since a user was last active (DI-06). */
export function LastActive(props: ShortTimeProps) {
  return (
    <ShortTime {...props}>
      <VisuallyHidden>
        <Trans>Last here:</Trans>{' '}
      </VisuallyHidden>
    </ShortTime>
  );
}
