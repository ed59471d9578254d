import { DISPLAY_NAME_MAX } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { api } from '../../platform/api.ts';
import { TextField } from '../../ui/text-field.tsx';
import { AgeRefused } from './age-refused.tsx';
import { Form } from './form.tsx';
import { PersonFields } from './person-fields.tsx';
import { checkPerson, isRefusedForAge, personNames, personOf } from './person.ts';
import { useStartSession } from './use-start-session.ts';
import { useForm } from './use-form.ts';

/** The guest login: personal data, no password (SV-03). */
export function GuestForm() {
  const { t } = useLingui();
  const enter = useStartSession();
  const form = useForm({
    names: ['display_name', ...personNames],
    check: checkPerson,
    send: (read) =>
      api('POST /auth/guest', {
        body: { ...personOf(read), display_name: read('display_name').trim() || undefined },
      }),
    onDone: enter,
  });
  if (isRefusedForAge(form)) return <AgeRefused />;
  return (
    <Form form={form} submitLabel={<Trans>Enter as a guest</Trans>}>
      <TextField
        label={t`Display name (optional)`}
        name="display_name"
        autoComplete="nickname"
        maxLength={DISPLAY_NAME_MAX}
        hint={t`Leave it empty and we'll find you a friendly one.`}
        error={form.errorOf('display_name')}
      />
      <PersonFields form={form} />
    </Form>
  );
}
