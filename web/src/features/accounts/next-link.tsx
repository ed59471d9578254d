import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../platform/use-session.ts';
import { buttonClasses } from '../../ui/button.tsx';

/** Where the page of a link goes on: to the rooms, or to the login. */
export function NextLink() {
  if (useSession()) {
    return (
      <Link to="/v1" className={buttonClasses()}>
        <Trans>Back to the rooms</Trans>
      </Link>
    );
  }
  return (
    <Link to="/login" className={buttonClasses()}>
      <Trans>Log in</Trans>
    </Link>
  );
}
