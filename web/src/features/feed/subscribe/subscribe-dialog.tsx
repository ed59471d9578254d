import { displayedName } from '@adda/contract/accounts';
import type { Plan } from '@adda/contract/creators';
import { Trans } from '@lingui/react/macro';
import { Dialog } from '../../../ui/dialog.tsx';
import { PlanOffer } from './plan-offer.tsx';

export type SubscribeDialogProps = { username: string; plans: readonly Plan[]; onClose: () => void };

/** Dialog with a creator's plans, over a locked post (FE-37, FE-45). */
export function SubscribeDialog({ username, plans, onClose }: SubscribeDialogProps) {
  const name = displayedName(username);
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={onClose}
      title={<Trans>Subscribe to {name}</Trans>}
      description={<Trans>A plan opens everything that {name} has locked, for as long as it lasts.</Trans>}
    >
      <div className="mt-4">
        <PlanOffer username={username} plans={plans} />
      </div>
    </Dialog>
  );
}
