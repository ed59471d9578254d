import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { CardSkeleton } from '../../ui/skeletons.tsx';
import { ErrorState } from '../../ui/view-states.tsx';

const blockedPanel = lazyComponent(() => import('../../features/relations/blocked-users-panel.tsx'));

// Apart from the route, whose first load would otherwise list every file of the settings.
const screen = lazyComponent(() => import('../../features/settings/settings-screen.tsx'));

const renderError = (retry: () => void) => <ErrorState onRetry={retry} />;

const shareScreen = lazyComponent(() => import('../../features/share/share-screen.tsx'));

/** `/v1/settings` and its sections (HM-08); the blocked people are a dialog above them (SH-35). */
export function SettingsPage() {
  const { section } = useParams({ from: '/shell/v1/settings/{-$section}' });
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <LazyComponent component={screen} fallback={<CardSkeleton />} failed={renderError}>
        {({ SettingsScreen }) => <SettingsScreen address={section} onBlocked={() => setOpen(true)} />}
      </LazyComponent>
      {isOpen && (
        <LazyComponent component={blockedPanel} onFailed={close}>
          {({ BlockedUsersDialog }) => <BlockedUsersDialog onClose={close} />}
        </LazyComponent>
      )}
    </>
  );
}

/** `/share` (PN-01): in this file, since the first load of every screen would have the name of another one. */
export function SharePage() {
  return (
    <LazyComponent component={shareScreen} fallback={<CardSkeleton />} failed={renderError}>
      {({ ShareScreen }) => <ShareScreen />}
    </LazyComponent>
  );
}
