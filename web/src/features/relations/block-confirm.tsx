import { Trans } from '@lingui/react/macro';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';

export type BlockConfirmProps = {
  /** The question of the dialog. */
  action: 'block' | 'unblock';
  /** Display name of the user. */
  name: string;
  isBusy: boolean;
  /** Error text of the last try. */
  problem: string | undefined;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks for confirmation before blocking or unblocking, and explains the effect (RP-15). */
export function BlockConfirm({ action, name, problem, ...rest }: BlockConfirmProps) {
  const isBlock = action === 'block';
  return (
    <ConfirmDialog
      {...rest}
      isOpen
      isDangerous={isBlock}
      title={isBlock ? <Trans>Block {name}?</Trans> : <Trans>Unblock {name}?</Trans>}
      description={
        isBlock ? (
          <Trans>You won't see each other any more, anywhere. You can undo this.</Trans>
        ) : (
          <Trans>You can see each other again and write to each other.</Trans>
        )
      }
      confirmLabel={isBlock ? <Trans>Block</Trans> : <Trans>Unblock</Trans>}
    >
      {problem !== undefined && (
        <div className="mt-4">
          <FormErrors message={problem} />
        </div>
      )}
    </ConfirmDialog>
  );
}
