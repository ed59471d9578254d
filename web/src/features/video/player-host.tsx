import { useLingui } from '@lingui/react/macro';
import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { withOpenedTexts } from '../../platform/texts.ts';
import { toast } from '../../ui/toast-store.ts';
import { playerStore, type OpenVideo } from './player-store.ts';

type Player = ComponentType<{ video: OpenVideo }>;

/** Where the player lives; once in the page. Nothing is loaded before the first video is opened. */
export function PlayerHost() {
  const { t } = useLingui();
  const video = useSyncExternalStore(playerStore.subscribe, playerStore.current);
  const [loaded, setLoaded] = useState<{ Player: Player }>();
  const isMissing = video !== undefined && !loaded;

  useEffect(() => {
    if (!isMissing) return undefined;
    let isCurrent = true;
    withOpenedTexts(() => import('./floating-player.tsx')).then(
      ({ FloatingPlayer }) => isCurrent && setLoaded({ Player: FloatingPlayer }),
      () => {
        if (!isCurrent) return;
        playerStore.close();
        toast.problem(t`The player didn't load. Check your connection and try again.`);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isMissing, t]);
  // Whoever leaves the main screen leaves the video too.
  useEffect(() => playerStore.close, []);

  return video && loaded ? <loaded.Player video={video} /> : null;
}
