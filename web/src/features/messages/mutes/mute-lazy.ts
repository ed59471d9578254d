import { lazyComponent } from '../../../ui/lazy-component.tsx';

/** The dialog that mutes a room or a private chat, loaded when it is opened (GR-07). */
export const muteDialog = lazyComponent(() => import('./mute-dialog.tsx'));
