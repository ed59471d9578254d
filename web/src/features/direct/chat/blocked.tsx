import { displayedName } from '@adda/contract/accounts';
import { Trans } from '@lingui/react/macro';
import { Ban } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { useBlock } from '../../relations/index.ts';

/** Replaces a chat of two users with a block between them (PC-08, PC-09). */
export function Blocked({ username }: { username: string }) {
  const { blockedByMe, isBusy, unblock, dialogs } = useBlock(username);
  const name = displayedName(username);
  return (
    <div role="status">
      <EmptyState
        icon={<Ban className="size-7" />}
        title={<Trans>Blocked</Trans>}
        text={
          <Trans>
            You have blocked {name} or have been blocked by {name}.
          </Trans>
        }
        action={
          blockedByMe && (
            <Button tone="quiet" isBusy={isBusy} onClick={unblock}>
              <Trans>Unblock</Trans>
            </Button>
          )
        }
      />
      {dialogs}
    </div>
  );
}
