import { useLingui } from '@lingui/react/macro';
import { FilterSelect, FilterText } from '../frame/filters.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';

/** Filters by actor, action and target, kept in the address. `actions` are the actions that the log contains. */
export function AuditFilters({ actions }: { actions: readonly string[] }) {
  const { t } = useLingui();
  const { filter, narrow } = useAdminPlace();
  const action = filter.action ?? '';
  const known = action === '' || actions.includes(action) ? actions : [action, ...actions];
  return (
    <div role="search" aria-label={t`Search the audit`} className="flex flex-wrap gap-2">
      <FilterText
        label={t`By whom`}
        value={filter.actor ?? ''}
        onChange={(actor) => narrow({ actor: actor.toLowerCase() })}
      />
      <FilterText
        label={t`About, such as user:ann`}
        value={filter.target ?? ''}
        onChange={(target) => narrow({ target })}
      />
      <FilterSelect
        label={t`Action`}
        value={action}
        onChange={(next) => narrow({ action: next })}
        options={[{ value: '', label: t`All actions` }, ...known.map((value) => ({ value, label: value }))]}
      />
    </div>
  );
}
