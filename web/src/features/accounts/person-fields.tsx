import { statesOf } from '@adda/contract/accounts';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { SelectField } from '../../ui/select-field.tsx';
import { DateField } from '../../ui/text-field.tsx';
import { birthDateBounds, countryOptions, type PersonName } from './person.ts';
import type { FormState } from './use-form.ts';

/** The birth date, sex, country and state fields. */
export function PersonFields({ form }: { form: Pick<FormState<PersonName>, 'errorOf'> }) {
  const { t } = useLingui();
  const [country, setCountry] = useState('');
  const [bounds] = useState(() => birthDateBounds(new Date()));
  return (
    <>
      <div className="grid gap-4 min-[24rem]:grid-cols-[minmax(10.5rem,1fr)_minmax(0,1fr)]">
        <DateField
          label={t`Date of birth`}
          name="birth_date"
          autoComplete="bday"
          required
          {...bounds}
          error={form.errorOf('birth_date')}
        />
        <SelectField
          label={t`Sex`}
          name="sex"
          autoComplete="sex"
          required
          defaultValue=""
          placeholder={t`Choose`}
          options={[
            { value: 'female', label: t`Female` },
            { value: 'male', label: t`Male` },
          ]}
          error={form.errorOf('sex')}
        />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11.5rem,100%),1fr))] gap-4">
        <SelectField
          label={t`Country`}
          name="country"
          required
          defaultValue=""
          placeholder={t`Choose`}
          options={countryOptions}
          onChange={(event) => setCountry(event.currentTarget.value)}
          error={form.errorOf('country')}
        />
        <SelectField
          key={country}
          label={t`State or region`}
          name="state"
          required
          defaultValue=""
          placeholder={country === '' ? t`Country first` : t`Choose`}
          options={statesOf(country).map((state) => ({ value: state, label: state }))}
          error={form.errorOf('state')}
        />
      </div>
    </>
  );
}
