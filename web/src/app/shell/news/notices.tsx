import { useEffect, useState } from 'react';
import { noticesDialog, useNoticesDialog } from '../../../features/notifications/index.ts';
import { withAccountTexts, withLaterTexts } from '../../../platform/texts.ts';
import { lazyPart, Part } from '../../../ui/lazy-part.tsx';

const list = lazyPart(() =>
  withLaterTexts(() => import('../../../features/notifications/notifications-dialog.tsx')),
);
const appeal = lazyPart(() =>
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
        <Part part={list} onFailed={noticesDialog.close}>
          {({ NotificationsDialog }) => (
            <NotificationsDialog onDecision={setSanctionId} onClose={noticesDialog.close} />
          )}
        </Part>
      )}
      {sanctionId !== undefined && (
        <Part part={appeal} onFailed={closeDecision}>
          {({ AppealDialog }) => <AppealDialog sanctionId={sanctionId} onClose={closeDecision} />}
        </Part>
      )}
    </>
  );
}
