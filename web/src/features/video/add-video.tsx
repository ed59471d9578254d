import { withDialogTexts } from '../../platform/texts.ts';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';

/** A video to add to a message; `title` is known for a search result. */
export type ChosenVideo = { readonly url: string; readonly videoId: string; readonly title?: string };

export type AddVideoProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Called once with a video whose URL is valid; close the dialog then. */
  onChoose: (video: ChosenVideo) => void;
};

const addVideo = lazyComponent(() => withDialogTexts(() => import('./add-video-dialog.tsx')));

/** 'Add Video to Message' (GC-28); loaded and reset on each opening. */
export function AddVideoDialog({ isOpen, onClose, onChoose }: AddVideoProps) {
  if (!isOpen) return null;
  return (
    <LazyComponent component={addVideo} onFailed={onClose}>
      {({ AddVideo }) => <AddVideo onClose={onClose} onChoose={onChoose} />}
    </LazyComponent>
  );
}
