import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { session } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { Form } from './form.tsx';
import { SectionCard } from './section-card.tsx';
import { useForm } from './use-form.ts';

function DeleteForm() {
  const { t } = useLingui();
  const form = useForm({
    names: ['remove_content', 'password', 'sure'],
    check: (read) => ({
      password: read('password') === '' && t`Enter your password.`,
      sure: read('sure') === '' && t`Please confirm that you mean it.`,
    }),
    send: (read) =>
      api('DELETE /users/me', {
        body: { password: read('password'), remove_content: read('remove_content') !== '' },
      }),
    onDone() {
      toast.success(t`Your account is deleted. Take care!`);
      session.logOut();
    },
  });
  return (
    <Form form={form} tone="danger" submitLabel={<Trans>Delete my account</Trans>}>
      <Checkbox
        label={t`Also remove everything I wrote`}
        name="remove_content"
        hint={
          <Trans>
            Ticked, your messages and comments go everywhere, also from other people's chats. Not ticked, they
            stay without your name.
          </Trans>
        }
      />
      <PasswordField label={t`Password`} name="password" required error={form.errorOf('password')} />
      <Checkbox
        label={t`I know that this can't be undone.`}
        name="sure"
        required
        error={form.errorOf('sure')}
      />
    </Form>
  );
}

/** Deletes the account, after the password and a confirmation (SV-13). */
export function DeleteAccount() {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <SectionCard
      title={<Trans>Delete account</Trans>}
      text={
        <Trans>
          You disappear from Adda. What you wrote stays without your name, or goes with you: you choose.
        </Trans>
      }
    >
      <div>
        <Button tone="danger" size="small" onClick={() => setOpen(true)}>
          <Trans>Delete account…</Trans>
        </Button>
      </div>
      <Dialog
        isOpen={isOpen}
        keepOpenOnOutsidePress
        onClose={() => setOpen(false)}
        title={t`Delete your account for good?`}
        description={t`Your name, your profile and your rooms' memberships go. Nobody can bring them back, not even us.`}
      >
        <p className="mt-2 text-mute">
          <Trans>
            Records of payments stay, because the law asks for them; so does what was kept with a report. Ask
            for a copy of your data first if you'd like to keep one.
          </Trans>
        </p>
        <div className="mt-4">
          <DeleteForm />
        </div>
      </Dialog>
    </SectionCard>
  );
}
