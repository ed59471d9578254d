import { countries, MAXIMUM_AGE, MINIMUM_AGE, statesOf } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { refetchFromStart } from '../../platform/list-calls.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { directoryKeys } from './directory.queries.ts';
import { filterStore } from './filter-store.ts';
import {
  COUNTRY_WITH_STATES,
  filterProblems,
  areValidFilters,
  noFilters,
  normalizeFilters,
  type FilterName,
  type Filters,
} from './filters.ts';

type FieldsProps = {
  filters: Filters;
  problems: Partial<Record<FilterName, string>>;
  onChange: (name: FilterName, value: string) => void;
};

function FilterFields({ filters, problems, onChange }: FieldsProps) {
  const { t } = useLingui();
  const field = (name: FilterName) => ({
    name,
    value: filters[name],
    error: problems[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(name, currentTarget.value),
  });
  const age = { inputMode: 'numeric', type: 'number', min: MINIMUM_AGE, max: MAXIMUM_AGE } as const;
  const options = (values: readonly { value: string; label: string }[]) => [
    { value: '', label: t`Any` },
    ...values,
  ];
  return (
    <>
      <TextField {...field('username')} label={t`Username`} autoComplete="off" autoCapitalize="none" />
      <div className="grid grid-cols-2 items-start gap-4">
        <TextField {...field('age_min')} {...age} label={t`Min Age`} placeholder={String(MINIMUM_AGE)} />
        <TextField {...field('age_max')} {...age} label={t`Max Age`} placeholder={String(MAXIMUM_AGE)} />
      </div>
      <SelectField
        {...field('sex')}
        label={t`Gender`}
        options={options([
          { value: 'female', label: t`Female` },
          { value: 'male', label: t`Male` },
        ])}
      />
      <SelectField
        {...field('country')}
        label={t`Country`}
        options={options(countries.map(({ country, label }) => ({ value: country, label })))}
      />
      {filters.country === COUNTRY_WITH_STATES && (
        <SelectField
          {...field('state')}
          label={t`State`}
          options={options(statesOf(COUNTRY_WITH_STATES).map((state) => ({ value: state, label: state })))}
        />
      )}
    </>
  );
}

/** The filters of the directory (DI-03, DI-04, DI-14 to DI-17); they take effect with Apply. */
export function FilterDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useId();
  const [filters, setFilters] = useState(filterStore.current);
  const [isChecked, setChecked] = useState(false);
  const problems = isChecked ? filterProblems(filters) : {};
  // Bypasses the cache, and starts at the first page (DI-14).
  const renew = (next: Filters) => refetchFromStart(client, directoryKeys.list(next));
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    if (!areValidFilters(filters)) {
      const [first] = Object.keys(filterProblems(filters));
      const field = event.currentTarget.elements.namedItem(first ?? '');
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    renew(normalizeFilters(filters));
    filterStore.apply(filters);
    onClose();
  };
  const clear = () => {
    renew(noFilters);
    filterStore.clear();
    onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Filter Users</Trans>}
      actions={
        <>
          <Button tone="quiet" onClick={clear}>
            <Trans>Clear All</Trans>
          </Button>
          <Button type="submit" form={form}>
            <Trans>Apply Filters</Trans>
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={apply} className="grid gap-4 pt-2">
        <FilterFields
          filters={filters}
          problems={problems}
          onChange={(name, value) => setFilters((held) => ({ ...held, [name]: value }))}
        />
      </form>
    </Dialog>
  );
}
