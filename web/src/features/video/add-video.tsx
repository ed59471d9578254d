import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import type { AddVideoProps } from './add-video-dialog.tsx';

const addVideo = lazyComponent(() => import('./add-video-dialog.tsx'));

/** 'Add Video to Message' (GC-28); loaded and reset on each opening. */
export function AddVideoDialog({ isOpen, onClose, onChoose }: AddVideoProps) {
  if (!isOpen) return null;
  return (
    <LazyComponent component={addVideo} onFailed={onClose}>
      {({ AddVideo }) => <AddVideo onClose={onClose} onChoose={onChoose} />}
    </LazyComponent>
  );
}
