import { APPEAL_TEXT_MAX, APPEAL_TEXT_MIN } from '@adda/contract/moderation/limits';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Form } from '../../../ui/form.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useForm } from '../../../ui/use-form.ts';

export type AppealFormProps = {
  /** Sends the appeal, then refetches the sanction. */
  send: (text: string) => Promise<void>;
};

/** Form for the one appeal against a decision; the text is kept if sending fails. */
export function AppealForm({ send }: AppealFormProps) {
  const { t } = useLingui();
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({
      text:
        text.trim().length < APPEAL_TEXT_MIN &&
        t`Please write at least ${APPEAL_TEXT_MIN} characters about why this should be looked at again`,
    }),
    send: ({ text }) => send(text.trim()),
    onDone: () => toast.success(t`Thank you. Somebody else will have a look.`),
  });
  const { length } = form.values.text.trim();
  const missing = APPEAL_TEXT_MIN - length;
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
          {...form.field('text')}
          label={<Trans>Why should we look again?</Trans>}
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
        />
      </Form>
    </section>
  );
}
