import { countries, MAXIMUM_AGE, MINIMUM_AGE, statesOf } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { refetchFromStart } from '../../platform/list-calls.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm, type FormState } from '../../ui/use-form.ts';
import { directoryKeys } from './directory.queries.ts';
import { filterStore } from './filter-store.ts';
import { COUNTRY_WITH_STATES, filterProblems, noFilters, normalizeFilters, type Filters } from './filters.ts';

function FilterFields({ values, field }: FormState<Filters>) {
  const { t } = useLingui();
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
      {values.country === COUNTRY_WITH_STATES && (
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
  const id = useId();
  // Bypasses the cache, and starts at the first page (DI-14).
  const renew = (next: Filters) => refetchFromStart(client, directoryKeys.list(next));
  const form = useForm({
    initial: filterStore.current(),
    check: filterProblems,
    send: async (filters) => {
      renew(normalizeFilters(filters));
      filterStore.apply(filters);
    },
    onDone: onClose,
  });
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
          <Button type="submit" form={id}>
            <Trans>Apply Filters</Trans>
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className="grid gap-4 pt-2">
        <FilterFields {...form} />
      </form>
    </Dialog>
  );
}
