import { Trans } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { useAdminPlace } from './use-admin-place.ts';

/** Shown if the open item is not on the visible page of the list. */
export function NotInList() {
  const { open } = useAdminPlace();
  return (
    <EmptyState
      title={<Trans>This is not in the list</Trans>}
      text={<Trans>Somebody may have changed it meanwhile, or it is on another page.</Trans>}
      action={
        <Button tone="quiet" onClick={() => open(undefined)}>
          <Trans>Back to the list</Trans>
        </Button>
      }
    />
  );
}
