import { statesOf } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { SelectField } from '../../ui/select-field.tsx';
import { DateField } from '../../ui/text-field.tsx';
import type { FormState } from '../../ui/use-form.ts';
import { birthDateBounds, countryOptions, type TypedPerson } from './person.ts';

/** The birth date, sex, country and state fields. `isPlaceSuggested`: the browser suggests what the country starts with (HM-04). */
export function PersonFields({
  form,
  isPlaceSuggested = false,
}: {
  form: Pick<FormState<TypedPerson>, 'field' | 'values'>;
  isPlaceSuggested?: boolean;
}) {
  const { t } = useLingui();
  const { country } = form.values;
  const [countryField, stateField] = [form.field('country'), form.field('state')];
  const [bounds] = useState(() => birthDateBounds(new Date()));
  return (
    <>
      <div className="grid gap-4 min-[24rem]:grid-cols-[minmax(10.5rem,1fr)_minmax(0,1fr)]">
        <DateField
          {...form.field('birth_date')}
          label={t`Date of birth`}
          autoComplete="bday"
          required
          {...bounds}
        />
        <SelectField
          {...form.field('sex')}
          label={t`Sex`}
          autoComplete="sex"
          required
          placeholder={t`Choose`}
          options={[
            { value: 'female', label: t`Female` },
            { value: 'male', label: t`Male` },
          ]}
        />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11.5rem,100%),1fr))] gap-4">
        <SelectField
          {...countryField}
          label={t`Country`}
          hint={isPlaceSuggested && <Trans>Suggested by your browser. Change it if it's not right.</Trans>}
          required
          placeholder={t`Choose`}
          options={countryOptions}
          onChange={(event) => {
            countryField.onChange(event);
            stateField.onChange({ target: { value: '' } });
          }}
        />
        <SelectField
          {...stateField}
          label={t`State or region`}
          required
          placeholder={country === '' ? t`Country first` : t`Choose`}
          options={statesOf(country).map((state) => ({ value: state, label: state }))}
        />
      </div>
    </>
  );
}
