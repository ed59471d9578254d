import { ASK_AGAIN_TEXT_MAX } from '@adda/contract/moderation/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useForm } from '../../../ui/use-form.ts';
import { askAgain } from './own-reports.queries.ts';

export type AskAgainDialogProps = { reportId: string; number: number; onClose: () => void };

/** Asks once to look at a decided report again; the text is kept if sending fails (MR-06). */
export function AskAgainDialog({ reportId, number, onClose }: AskAgainDialogProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: text.trim() === '' && t`Please write why we should look again.` }),
    send: ({ text }) => askAgain(client, reportId, text.trim()),
    onDone: () => {
      toast.success(t`Thank you. We look at it again.`);
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={onClose}
      title={<Trans>Ask again about report {number}</Trans>}
      description={<Trans>You can ask once. Tell us what we may have missed.</Trans>}
    >
      <div className="pt-4">
        <Form form={form} submitLabel={<Trans>Ask again</Trans>}>
          <TextAreaField
            {...form.field('text')}
            label={<Trans>Why should we look again?</Trans>}
            hint={
              <span className="tabular-nums">
                {form.values.text.trim().length} / {ASK_AGAIN_TEXT_MAX}
              </span>
            }
            style={{ minBlockSize: '7rem' }}
            maxLength={ASK_AGAIN_TEXT_MAX}
            required
          />
        </Form>
      </div>
    </Dialog>
  );
}
