import { ReportDialog } from '../../moderation/index.ts';
import { ReportOrBlock } from './report-or-block.tsx';

/** The open dialog of a private chat. */
export type PrivateDialog =
  | { readonly kind: 'report_or_block' }
  | { readonly kind: 'report'; readonly messageId?: string };

export type PrivateDialogsProps = {
  dialog: PrivateDialog;
  username: string;
  onChange: (dialog: PrivateDialog | undefined) => void;
};

/** The open dialog of a private chat. */
export function PrivateDialogs({ dialog, onChange, username }: PrivateDialogsProps) {
  const close = () => onChange(undefined);
  if (dialog.kind === 'report') {
    return <ReportDialog username={username} messageId={dialog.messageId} isOpen onClose={close} />;
  }
  return <ReportOrBlock username={username} onReport={() => onChange({ kind: 'report' })} onClose={close} />;
}
