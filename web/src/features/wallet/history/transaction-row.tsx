import type { Transaction, TransactionType } from '@adda/contract/wallet';
import { useLingui } from '@lingui/react/macro';
import {
  ArrowDownLeft,
  ArrowUpRight,
  CalendarCheck,
  EyeOff,
  FerrisWheel,
  Gift,
  Handshake,
  MousePointerClick,
  Star,
} from 'lucide-react';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Time } from '../../../ui/time.tsx';
import { coinLabel } from '../coin-labels.ts';
import { isDebit, kindOf, kindLabel } from './transaction-labels.ts';

const icons: Readonly<Record<TransactionType, typeof Gift>> = {
  credit: ArrowDownLeft,
  debit: ArrowUpRight,
  referral: Handshake,
  login_bonus: CalendarCheck,
  star_bonus: Star,
  wheel_game: FerrisWheel,
  ad_reward: MousePointerClick,
  gift_sent: Gift,
};

export type TransactionRowProps = { line: Transaction; onHide: () => void };

/** A history entry: kind, time, and credited or debited coins (WA-12). */
export function TransactionRow({ line, onHide }: TransactionRowProps) {
  const { t } = useLingui();
  const kind = kindOf(line);
  const Icon = icons[kind];
  const title = kindLabel(kind);
  const about = line.description || title;
  // Avoids repeating the title.
  const more = about.startsWith(`${title}: `) ? about.slice(title.length + 2) : about;
  const coins = coinLabel(line.amount);
  const isTaken = isDebit(kind);
  return (
    <li className="flex min-h-16 items-center gap-3 py-1.5">
      <span
        aria-hidden="true"
        className={classNames(
          'grid size-10 shrink-0 place-items-center rounded-full',
          isTaken ? 'bg-raised text-mute' : 'bg-marigold-wash text-rani-ink',
        )}
      >
        <Icon className="size-5" />
      </span>
      <span className="grid min-w-0 grow">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-semibold">{title}</span>
          <span className={classNames('font-bold tabular-nums', !isTaken && 'text-teal')}>
            {isTaken ? t`−${coins}` : t`+${coins}`}
          </span>
        </span>
        {more !== title && <span className="text-sm wrap-anywhere">{more}</span>}
        <Time value={line.created_at} as="full" className="text-sm text-mute" />
      </span>
      <IconButton
        label={t`Hide from the history: ${about}`}
        icon={<EyeOff aria-hidden="true" className="size-4.5 text-mute" />}
        onClick={onHide}
      />
    </li>
  );
}
