import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmGuestLogout } from './confirm-guest-logout.tsx';
import { logOut } from './log-out.ts';

/** Logs out (SH-19); guests confirm first. */
export function LogOutButton({ isGuest }: { isGuest: boolean }) {
  const leaving = useMutation({ mutationFn: logOut });
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        icon={<LogOut aria-hidden="true" className="size-4" />}
        isBusy={leaving.isPending}
        onClick={() => (isGuest ? setAsking(true) : leaving.mutate())}
      >
        <Trans>Log out</Trans>
      </Button>
      <ConfirmGuestLogout isOpen={isAsking} onCancel={() => setAsking(false)} />
    </>
  );
}
