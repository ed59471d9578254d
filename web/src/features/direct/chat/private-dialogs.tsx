import { ReportDialog } from '../../moderation/index.ts';
import { displayedName } from '@adda/contract/accounts';
import { Trans } from '@lingui/react/macro';
import { Ban, Flag } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { muteDialog } from '../../messages/index.ts';
import { useBlock } from '../../relations/index.ts';

type ReportOrBlockProps = { username: string; onReport: () => void; onClose: () => void };

/** 'Report or Block User' (PC-16): the choice between the two. */
function ReportOrBlock({ username, onReport, onClose }: ReportOrBlockProps) {
  const { blockedByMe, isBusy, block, unblock, dialogs } = useBlock(username, { onDone: onClose });
  const name = displayedName(username);
  return (
    <>
      <Dialog isOpen onClose={onClose} title={<Trans>Report or Block User</Trans>}>
        <p className="text-mute">
          <Trans>
            A report goes to our moderators. Blocking hides you and {name} from each other, everywhere.
          </Trans>
        </p>
        <div className="mt-5 grid gap-3">
          <Button
            tone="quiet"
            isWide
            icon={<Flag aria-hidden="true" className="size-4" />}
            onClick={onReport}
          >
            <Trans>Report {name}</Trans>
          </Button>
          <Button
            tone={blockedByMe ? 'quiet' : 'danger'}
            isWide
            isBusy={isBusy}
            icon={<Ban aria-hidden="true" className="size-4" />}
            onClick={blockedByMe ? unblock : block}
          >
            {blockedByMe ? <Trans>Unblock {name}</Trans> : <Trans>Block {name}</Trans>}
          </Button>
        </div>
      </Dialog>
      {dialogs}
    </>
  );
}

/** The open dialog of a private chat. */
export type PrivateDialog =
  | { readonly kind: 'report_or_block' | 'mute' }
  | { readonly kind: 'report'; readonly messageId?: string; readonly alsoMessageIds?: readonly string[] };

export type PrivateDialogsProps = {
  dialog: PrivateDialog;
  username: string;
  onChange: (dialog: PrivateDialog | undefined) => void;
};

/** The open dialog of a private chat. */
export function PrivateDialogs({ dialog, onChange, username }: PrivateDialogsProps) {
  const close = () => onChange(undefined);
  if (dialog.kind === 'report') {
    return <ReportDialog username={username} {...dialog} isOpen onClose={close} />;
  }
  if (dialog.kind === 'mute') {
    return (
      <LazyComponent component={muteDialog} onFailed={close}>
        {({ MuteDialog }) => (
          <MuteDialog place={{ recipient: username }} name={displayedName(username)} onClose={close} />
        )}
      </LazyComponent>
    );
  }
  return <ReportOrBlock username={username} onReport={() => onChange({ kind: 'report' })} onClose={close} />;
}
