import { lazyPart } from '../../../ui/lazy-part.tsx';

/** The code of the composer's dialog. */
export const composerPart = lazyPart(() => import('./composer-dialog.tsx'));
