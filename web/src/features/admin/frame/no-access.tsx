import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { DoorClosed } from 'lucide-react';
import { buttonClasses } from '../../../ui/button.tsx';
import { useDocumentTitle } from '../../../ui/use-document-title.ts';
import { EmptyState } from '../../../ui/view-states.tsx';

/** Shown to users who are not administrators. */
export function NoAccess() {
  const { t } = useLingui();
  useDocumentTitle(t`Administration`);
  return (
    <main className="dusk grid min-h-dvh content-center">
      <EmptyState
        level={1}
        icon={<DoorClosed className="size-7" />}
        title={<Trans>This door is for the team</Trans>}
        text={<Trans>Only administrators of Adda can come in here.</Trans>}
        action={
          <Link to="/v1" className={buttonClasses()}>
            <Trans>Back to Adda</Trans>
          </Link>
        }
      />
    </main>
  );
}
