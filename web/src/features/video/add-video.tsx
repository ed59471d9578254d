import { withOpenedTexts } from '../../platform/texts.ts';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';

/** The video that somebody adds to a message; `title` is known when it was found by a search. */
export type ChosenVideo = { readonly url: string; readonly videoId: string; readonly title?: string };

/** Props of {@link AddVideoDialog}. */
export type AddVideoProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Called once with a video whose address is good; close the dialog then. */
  onChoose: (video: ChosenVideo) => void;
};

const addVideo = lazyComponent(() => withOpenedTexts(() => import('./add-video-dialog.tsx')));

/** 'Add Video to Message' (GC-28); it is loaded when it is opened and starts anew each time. */
export function AddVideoDialog({ isOpen, onClose, onChoose }: AddVideoProps) {
  if (!isOpen) return null;
  return (
    <LazyComponent component={addVideo} onFailed={onClose}>
      {({ AddVideo }) => <AddVideo onClose={onClose} onChoose={onChoose} />}
    </LazyComponent>
  );
}
