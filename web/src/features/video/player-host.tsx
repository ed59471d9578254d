import { useEffect, useSyncExternalStore } from 'react';
import { withOpenedTexts } from '../../platform/texts.ts';
import { lazyPart, Part } from '../../ui/lazy-part.tsx';
import { playerStore } from './player-store.ts';

const player = lazyPart(() => withOpenedTexts(() => import('./floating-player.tsx')));

/** Where the player lives; once in the page. Nothing is loaded before the first video is opened. */
export function PlayerHost() {
  const video = useSyncExternalStore(playerStore.subscribe, playerStore.current);
  // Whoever leaves the main screen leaves the video too.
  useEffect(() => playerStore.close, []);
  return (
    video && (
      <Part part={player} onFailed={playerStore.close}>
        {({ FloatingPlayer }) => <FloatingPlayer video={video} />}
      </Part>
    )
  );
}
