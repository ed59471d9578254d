import { withPostingTexts } from '../../../platform/texts.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

/** The composer's dialog, loaded on demand. */
export const lazyComposerDialog = lazyComponent(() =>
  withPostingTexts(() => import('./composer-dialog.tsx')),
);
