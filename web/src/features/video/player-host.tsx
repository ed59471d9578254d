import { useEffect, useSyncExternalStore } from 'react';
import { withOpenedTexts } from '../../platform/texts.ts';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { playerStore } from './player-store.ts';

const player = lazyComponent(() => withOpenedTexts(() => import('./floating-player.tsx')));

/** Where the player lives; once in the page. Nothing is loaded before the first video is opened. */
export function PlayerHost() {
  const video = useSyncExternalStore(playerStore.subscribe, playerStore.current);
  // Whoever leaves the main screen leaves the video too.
  useEffect(() => playerStore.close, []);
  return (
    video && (
      <LazyComponent component={player} onFailed={playerStore.close}>
        {({ FloatingPlayer }) => <FloatingPlayer video={video} />}
      </LazyComponent>
    )
  );
}
