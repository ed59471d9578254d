import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast-store.ts';
import { indexOf, useBackGuard } from './use-back-guard.ts';

/** Time that the browser gets to leave the page before the app reports that it can't, in ms. */
const LEAVE_MS = 600;

/** Confirms leaving the app. */
function ConfirmExit({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { history } = useRouter();
  const leave = () => {
    onClose();
    // The history may have no page before the app.
    const timer = setTimeout(() => toast.show(t`You can close this tab now. See you soon!`), LEAVE_MS);
    addEventListener('pagehide', () => clearTimeout(timer), { once: true });
    history.go(-1 - indexOf(history.location.state), { ignoreBlocker: true });
  };
  return (
    <ConfirmDialog
      isOpen
      title={<Trans>Confirm Exit</Trans>}
      description={<Trans>Do you want to leave Adda? You stay logged in.</Trans>}
      cancelLabel={<Trans>Stay</Trans>}
      confirmLabel={<Trans>Leave</Trans>}
      onCancel={onClose}
      onConfirm={leave}
    />
  );
}

/** What the browser's Back does on the main screen, and the question before it leaves the app (SH-10, SH-11, HM-10). */
export function BackGuard() {
  const { isConfirming, stay } = useBackGuard();
  return isConfirming && <ConfirmExit onClose={stay} />;
}
