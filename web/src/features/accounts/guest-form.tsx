import { DISPLAY_NAME_MAX } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { api } from '../../platform/api.ts';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { AgeRefused } from './age-refused.tsx';
import { PersonFields } from './person-fields.tsx';
import { blankPerson, checkPerson, isRefusedForAge, personOf } from './person.ts';
import { useStartSession } from './use-start-session.ts';

/** The guest login: personal data, no password (SV-03). */
export function GuestForm() {
  const { t } = useLingui();
  const enter = useStartSession();
  const form = useForm({
    initial: { display_name: '', ...blankPerson },
    check: checkPerson,
    send: (typed) =>
      api('POST /auth/guest', {
        body: { ...personOf(typed), display_name: typed.display_name.trim() || undefined },
      }),
    onDone: enter,
  });
  if (isRefusedForAge(form)) return <AgeRefused />;
  return (
    <Form form={form} submitLabel={<Trans>Enter as a guest</Trans>}>
      <TextField
        {...form.field('display_name')}
        label={t`Display name (optional)`}
        autoComplete="nickname"
        maxLength={DISPLAY_NAME_MAX}
        hint={t`Leave it empty and we'll find you a friendly one.`}
      />
      <PersonFields form={form} />
    </Form>
  );
}
