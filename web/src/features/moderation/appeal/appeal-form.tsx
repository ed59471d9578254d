import { APPEAL_TEXT_MAX, APPEAL_TEXT_MIN } from '@adda/contract/moderation/limits';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { Form, useForm } from '../../accounts/index.ts';

export type AppealFormProps = {
  /** Sends the appeal, then refetches the sanction. */
  send: (text: string) => Promise<void>;
};

/** Form for the one appeal against a decision; the text is kept if sending fails. */
export function AppealForm({ send }: AppealFormProps) {
  const { t } = useLingui();
  const [length, setLength] = useState(0);
  const missing = APPEAL_TEXT_MIN - length;
  const form = useForm({
    names: ['text'],
    check: (read) => ({
      text:
        read('text').trim().length < APPEAL_TEXT_MIN &&
        t`Please write at least ${APPEAL_TEXT_MIN} characters about why this should be looked at again`,
    }),
    send: (read) => send(read('text').trim()),
    onDone: () => void toast.success(t`Thank you. Somebody else will have a look.`),
  });
  return (
    <section aria-labelledby="appeal" className="grid gap-3">
      <h2 id="appeal" className="text-lg">
        <Trans>Do you see it differently?</Trans>
      </h2>
      <p className="text-mute">
        <Trans>You can ask once for another look. Somebody else than who decided will read it.</Trans>
      </p>
      <Form form={form} submitLabel={<Trans>Ask for another look</Trans>}>
        <TextAreaField
          name="text"
          label={<Trans>Why should we look again?</Trans>}
          error={form.errorOf('text')}
          hint={
            missing > 0 ? (
              <Plural value={missing} one="# more character needed." other="# more characters needed." />
            ) : (
              <span className="tabular-nums">
                {length} / {APPEAL_TEXT_MAX}
              </span>
            )
          }
          style={{ minBlockSize: '7rem' }}
          maxLength={APPEAL_TEXT_MAX}
          required
          onChange={(event) => setLength(event.target.value.trim().length)}
        />
      </Form>
    </section>
  );
}
