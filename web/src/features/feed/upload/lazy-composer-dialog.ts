import { withPostTexts } from '../../../platform/texts.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

/** The composer's dialog, loaded on demand. */
export const lazyComposerDialog = lazyComponent(() => withPostTexts(() => import('./composer-dialog.tsx')));
