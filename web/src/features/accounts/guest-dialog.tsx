import { useLingui, Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { DISPLAY_NAME_MAX } from '@adda/contract/accounts';
import { api } from '../../platform/api.ts';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { AgeRefused } from './age-refused.tsx';
import { PersonFields } from './person-fields.tsx';
import { blankPerson, checkPerson, isRefusedForAge, personOf } from './person.ts';
import { placeOfBrowser } from './suggested-place.ts';
import { useStartSession, type AfterLogin } from './use-start-session.ts';

/** The guest login: personal data, no password (SV-03). */
function GuestForm(options: AfterLogin) {
  const { t } = useLingui();
  const enter = useStartSession(options);
  // What the browser suggests is chosen; sending the form confirms it (HM-04).
  const [place] = useState(placeOfBrowser);
  const form = useForm({
    initial: { display_name: '', ...blankPerson, ...place },
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
      <PersonFields form={form} isPlaceSuggested={place.country !== ''} />
    </Form>
  );
}

export type GuestDialogProps = AfterLogin & { isOpen: boolean; onClose: () => void };

/** The guest form in a dialog. A separate file, which is preloaded when the button is hovered or focused. */
export function GuestDialog({ isOpen, onClose, ...options }: GuestDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog
      isOpen={isOpen}
      keepOpenOnOutsidePress
      onClose={onClose}
      title={t`Enter as a guest`}
      description={t`A few words about you, and you're in.`}
    >
      <div className="mt-4">
        <GuestForm {...options} />
      </div>
    </Dialog>
  );
}
