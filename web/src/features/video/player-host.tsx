import { useEffect, useSyncExternalStore } from 'react';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { playerStore } from './player-store.ts';

const player = lazyComponent(() => import('./floating-player.tsx'));

/** Mounts the player; once per page. Nothing is loaded before the first video is opened. */
export function PlayerHost() {
  const video = useSyncExternalStore(playerStore.subscribe, playerStore.current);
  // Leaving the main screen closes the video.
  useEffect(() => playerStore.close, []);
  return (
    video && (
      <LazyComponent component={player} onFailed={playerStore.close}>
        {({ FloatingPlayer }) => <FloatingPlayer video={video} />}
      </LazyComponent>
    )
  );
}
