import { useEffect, useState } from 'react';
import { noticesDialog, useNoticesDialog } from '../../../features/notifications/index.ts';
import { withAccountTexts, withLaterTexts } from '../../../platform/texts.ts';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';

const list = lazyComponent(() =>
  withLaterTexts(() => import('../../../features/notifications/notifications-dialog.tsx')),
);
const appeal = lazyComponent(() =>
  withAccountTexts(() => import('../../../features/moderation/appeal/appeal-dialog.tsx')),
);

/** The list of notifications while it is open, and over it the decision that one of them is about. */
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
