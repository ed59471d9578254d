import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../ui/button.tsx';
import { AccountPage } from './account-page.tsx';

/** `/error`: landing page of a chat whose session could not be refreshed (SH-29, X-25). */
export function ErrorScreen() {
  const { t } = useLingui();
  return (
    <AccountPage
      title={t`You've been away for a while`}
      lead={<Trans>Session expired. Please log in again.</Trans>}
    >
      <p className="text-mute">
        <Trans>
          We closed the chat because we couldn't tell any more that it's you. What you sent is still there.
        </Trans>
      </p>
      <Link to="/login" className={buttonClasses()}>
        <Trans>Back to log in</Trans>
      </Link>
    </AccountPage>
  );
}
