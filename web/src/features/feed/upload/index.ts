/** Forms of the owner of posts; load them only when they are asked for. */
export { EditMediaDialog } from './edit-media-dialog.tsx';
export { ProfileUpload } from './profile-upload-dialog.tsx';
