import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmGuestLogout } from './confirm-guest-logout.tsx';
import { logOut } from './log-out.ts';

/** Logs out (SH-19); guests confirm first. */
export function LogOutButton({ isGuest }: { isGuest: boolean }) {
  const logoutMutation = useMutation({ mutationFn: logOut });
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        icon={<LogOut aria-hidden="true" className="size-4" />}
        isBusy={logoutMutation.isPending}
        onClick={() => (isGuest ? setConfirming(true) : logoutMutation.mutate())}
      >
        <Trans>Log out</Trans>
      </Button>
      <ConfirmGuestLogout isOpen={isConfirming} onCancel={() => setConfirming(false)} />
    </>
  );
}
