import { useLingui } from '@lingui/react/macro';
import { FilterSelect, FilterText, FilterToggle } from '../../frame/filters.tsx';
import type { AdminFilter } from '../../frame/use-admin-place.ts';

export type ReportFiltersProps = { filter: AdminFilter; onNarrow: (changes: AdminFilter) => void };

/** Filters of the queue. */
export function ReportFilters({ filter, onNarrow }: ReportFiltersProps) {
  const { t } = useLingui();
  const narrow = (changes: AdminFilter) => onNarrow({ ...changes, page: '' });
  return (
    <div role="search" aria-label={t`Filter reports`} className="flex flex-wrap gap-2">
      <FilterSelect
        label={t`Status`}
        value={filter.status ?? ''}
        onChange={(status) => narrow({ status })}
        options={[
          { value: '', label: t`To do` },
          { value: 'open', label: t`Open` },
          { value: 'reviewing', label: t`In review` },
          { value: 'resolved', label: t`Resolved` },
          { value: 'dismissed', label: t`Dismissed` },
          { value: 'all', label: t`All` },
        ]}
      />
      <FilterSelect
        label={t`About`}
        value={filter.kind ?? ''}
        onChange={(kind) => narrow({ kind })}
        options={[
          { value: '', label: t`Everything` },
          { value: 'message', label: t`Messages` },
          { value: 'post', label: t`Posts` },
          { value: 'person', label: t`People` },
        ]}
      />
      <FilterToggle
        label={t`Overdue`}
        isOn={filter.overdue === 'true'}
        onChange={(isOn) => narrow({ overdue: isOn ? 'true' : '' })}
      />
      <FilterToggle
        label={t`Mine`}
        isOn={filter.mine === 'true'}
        onChange={(isOn) => narrow({ mine: isOn ? 'true' : '' })}
      />
      <FilterText
        label={t`Reported username`}
        value={filter.reported ?? ''}
        onChange={(reported) => narrow({ reported })}
      />
    </div>
  );
}
