import { useEffect, useSyncExternalStore } from 'react';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { voiceStore } from './voice-store.ts';

const bar = lazyComponent(() => import('./voice-bar.tsx'));
const close = () => voiceStore.set(undefined);

/** Mounts the bar of the voice message that plays; once per page. Nothing is loaded before the first one (VM-02). */
export function VoiceHost() {
  const track = useSyncExternalStore(voiceStore.subscribe, voiceStore.current);
  // Leaving the main screen ends it.
  useEffect(() => close, []);
  return (
    track && (
      <LazyComponent component={bar} onFailed={close}>
        {({ VoiceBar }) => <VoiceBar track={track} />}
      </LazyComponent>
    )
  );
}
