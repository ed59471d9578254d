import { displayedName } from '@adda/contract/accounts';
import type { Report } from '@adda/contract/moderation';
import { Trans } from '@lingui/react/macro';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';

export type DecisionConfirmProps = {
  report: Pick<Report, 'reported'>;
  /** The choice to confirm; undefined while the dialog is closed. */
  choice: 'ban' | 'delete_content' | undefined;
  keepsOut: boolean;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks for confirmation before an irreversible decision. */
export function DecisionConfirm({ report, choice, keepsOut, ...dialog }: DecisionConfirmProps) {
  const name = displayedName(report.reported.username);
  const isBan = choice === 'ban';
  return (
    <ConfirmDialog
      {...dialog}
      isOpen={choice !== undefined}
      isDangerous
      title={isBan ? <Trans>Ban {name} for good?</Trans> : <Trans>Remove this from Adda?</Trans>}
      description={
        isBan ? (
          <Trans>They are out at once on every device, and their running subscriptions end.</Trans>
        ) : keepsOut ? (
          <Trans>It can't be brought back, and the same file is refused when it is sent again.</Trans>
        ) : (
          <Trans>It can't be brought back.</Trans>
        )
      }
      confirmLabel={isBan ? <Trans>Ban</Trans> : <Trans>Remove</Trans>}
    />
  );
}
