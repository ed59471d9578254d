import { Trans, useLingui } from '@lingui/react/macro';
import { useNow } from './time-clock.ts';
import { elapsed, fullTime, shortDay } from './time-format.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export type LastActiveProps = {
  /** ISO string from the API. */
  value: string;
  className?: string;
};

/** Time since a user was last active, in short form: '12m', '3h', '2d', '3 Nov' (DI-06). */
export function LastActive({ value, className }: LastActiveProps) {
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
      <VisuallyHidden>
        <Trans>Last here:</Trans>{' '}
      </VisuallyHidden>
      {span ? text[span.unit] : shortDay(value)}
    </time>
  );
}
