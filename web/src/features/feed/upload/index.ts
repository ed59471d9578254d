/** Forms for a post's owner; import them lazily. */
export { ComposerDialog } from './composer-dialog.tsx';
export { draftStore } from './draft-store.ts';
export { EditMediaDialog } from './edit-media-dialog.tsx';
