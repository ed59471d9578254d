import { Trans } from '@lingui/react/macro';
import { isGuestName } from '@adda/contract/accounts';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';

/** The link to create a room; guests see why they can't (SH-26, X-52). */
export function CreateLink() {
  const reason = useId();
  const username = useSession()?.username ?? '';
  const plus = <Plus aria-hidden="true" className="size-4" />;
  if (!isGuestName(username)) {
    return (
      <Link to="/v1/group/create" className={buttonClasses('warm', 'small')}>
        {plus}
        <Trans>Create room</Trans>
      </Link>
    );
  }
  return (
    <>
      <Button tone="quiet" size="small" disabled aria-describedby={reason} icon={plus}>
        <Trans>Create room</Trans>
      </Button>
      {/* On a separate line below the heading and the button. */}
      <p id={reason} className="order-last w-full text-xs text-mute">
        <Trans>Guest users cannot create groups</Trans>
      </p>
    </>
  );
}
