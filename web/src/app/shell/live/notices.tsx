import { useEffect, useState } from 'react';
import { noticesDialog, useNoticesDialog } from '../../../features/notifications/index.ts';
import { withAccountTexts, withShellTexts } from '../../../platform/texts.ts';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';

const list = lazyComponent(() =>
  withShellTexts(() => import('../../../features/notifications/notifications-dialog.tsx')),
);
const appeal = lazyComponent(() =>
  withAccountTexts(() => import('../../../features/moderation/appeal/appeal-dialog.tsx')),
);

/** The notification list while it is open and, on top of it, the decision that a notification refers to. */
export function Notices() {
  const isOpen = useNoticesDialog();
  const [sanctionId, setSanctionId] = useState<string>();
  const closeDecision = () => setSanctionId(undefined);
  useEffect(() => noticesDialog.close, []);
  return (
    <>
      {isOpen && (
        <LazyComponent component={list} onFailed={noticesDialog.close}>
          {({ NotificationsDialog }) => (
            <NotificationsDialog onDecision={setSanctionId} onClose={noticesDialog.close} />
          )}
        </LazyComponent>
      )}
      {sanctionId !== undefined && (
        <LazyComponent component={appeal} onFailed={closeDecision}>
          {({ AppealDialog }) => <AppealDialog sanctionId={sanctionId} onClose={closeDecision} />}
        </LazyComponent>
      )}
    </>
  );
}
