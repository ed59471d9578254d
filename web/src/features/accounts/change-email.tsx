import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Form } from '../../ui/form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import { meQuery } from './accounts.queries.ts';

/** The field appears by a press, so the focus goes there. */
const focusOnce = (field: HTMLInputElement | null) => field?.focus();

/** Asks for another address; what was typed stays after a refusal. */
function ChangeForm({ onSent, onCancel }: { onSent: () => void; onCancel: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: !email.includes('@') && t`Enter a valid e-mail address.` }),
    errorFields: { email_unchanged: 'email' },
    send: (body) => api('POST /auth/email/change', { body }),
    async onDone() {
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
      onSent();
    },
  });
  return (
    <>
      <Form form={form} submitLabel={<Trans>Send me a link</Trans>}>
        <TextField
          {...form.field('email')}
          label={t`New e-mail address`}
          type="email"
          autoComplete="email"
          ref={focusOnce}
          required
        />
      </Form>
      <Button tone="plain" size="small" className="justify-self-start" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </>
  );
}

/** Changes the e-mail address; `wanted` is one that waits for its confirmation (ID-05). */
export function ChangeEmail({ wanted }: { wanted: string | null }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className={classNames('grid gap-3', (isOpen || wanted) && 'basis-full')}>
      {wanted && (
        <p role="status" className="break-words text-mute">
          <Trans>We sent a link to {wanted}. Open it there, and that is your address.</Trans>
        </p>
      )}
      {isOpen ? (
        <ChangeForm onSent={close} onCancel={close} />
      ) : (
        <Button tone="quiet" size="small" className="justify-self-start" onClick={() => setOpen(true)}>
          {wanted ? <Trans>Another address, or send it again</Trans> : <Trans>Change address</Trans>}
        </Button>
      )}
    </div>
  );
}
