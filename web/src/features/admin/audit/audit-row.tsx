import type { AuditEntry } from '@adda/contract/operations';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Time } from '../../../ui/time.tsx';
import { auditSentence } from './audit-labels.ts';

/** The raw entry. */
function RawEntry({ entry }: { entry: AuditEntry }) {
  const { t } = useLingui();
  const facts = [
    { name: t`Entry`, value: String(entry.id) },
    { name: t`Actor`, value: entry.actor },
    { name: t`Action`, value: entry.action },
    { name: t`Target`, value: entry.target },
    { name: t`Hash`, value: entry.hash },
  ];
  // The wire's names: they can't collide with the labels above.
  const details = Object.entries(entry.details).map(([name, value]) => ({
    name,
    value: String(value ?? '–'),
  }));
  return (
    <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[auto_minmax(0,1fr)]">
      {[...facts, ...details].map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-mute">{name}</dt>
          <dd className="font-mono wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An audit row: time, a sentence and, when opened, the complete entry. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const number = entry.id;
  const id = useId();
  return (
    <>
      <tr className="border-t border-line align-baseline">
        <td className="py-2 ps-3 pe-3 text-xs whitespace-nowrap text-mute max-sm:hidden">
          <Time value={entry.created_at} as="full" />
        </td>
        <td className="py-2 ps-3 pe-3 text-sm font-medium wrap-anywhere">
          {auditSentence(entry)}
          <Time value={entry.created_at} as="full" className="block text-xs text-mute sm:hidden" />
        </td>
        <td className="py-1 pe-2 text-end">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-label={t`Details of entry ${number}`}
            onClick={() => setOpen(!isOpen)}
            className="inline-flex min-h-9 items-center gap-1 rounded-full px-3 text-xs font-semibold text-rani-ink hover:bg-rani-wash pointer-coarse:min-h-11"
          >
            <Trans>Details</Trans>
            <ChevronDown
              aria-hidden="true"
              className={classNames('size-4 transition-transform', isOpen && 'rotate-180')}
            />
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr id={id}>
          <td colSpan={3} className="p-3 pt-0">
            <div className="rounded-chip bg-raised p-3">
              <RawEntry entry={entry} />
            </div>
          </td>
        </tr>
      )}
    </>
  );
}
