import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { session } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Skeleton } from '../../ui/skeletons.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useForm } from '../../ui/use-form.ts';
import { ErrorState } from '../../ui/view-states.tsx';
import { factorsQuery } from './factors/factors.queries.ts';
import { SectionCard } from './section-card.tsx';

/** An account without a password proves itself by its passkey (ID-01). */
function DeleteForm({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useLingui();
  const form = useForm({
    initial: { remove_content: false, password: '', sure: false },
    check: ({ password, sure }) => ({
      password: hasPassword && password === '' && t`Enter your password.`,
      sure: !sure && t`Please confirm that you mean it.`,
    }),
    errorFields: { wrong_password: 'password' },
    send: ({ remove_content, password }) =>
      api('DELETE /users/me', { body: { remove_content, ...(hasPassword && { password }) } }),
    onDone() {
      toast.success(t`Your account is deleted. Take care!`);
      session.logOut();
    },
  });
  return (
    <Form form={form} tone="danger" submitLabel={<Trans>Delete my account</Trans>}>
      <Checkbox
        {...form.box('remove_content')}
        label={t`Also remove everything I wrote`}
        hint={
          <Trans>
            Ticked, your messages and comments go everywhere, also from other people's chats. Not ticked, they
            stay without your name.
          </Trans>
        }
      />
      {hasPassword && <PasswordField {...form.field('password')} label={t`Password`} required />}
      <Checkbox {...form.box('sure')} label={t`I know that this can't be undone.`} required />
    </Form>
  );
}

function LoadedDeleteForm() {
  const { data, error, isFetching, refetch } = useQuery(factorsQuery);
  if (data) return <DeleteForm hasPassword={data.password} />;
  if (!error) return <Skeleton className="h-72 rounded-card" />;
  return <ErrorState text={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />;
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
          <LoadedDeleteForm />
        </div>
      </Dialog>
    </SectionCard>
  );
}
