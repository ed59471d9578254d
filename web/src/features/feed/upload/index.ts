/** Forms for a post's owner; import them lazily. */
export { EditMediaDialog } from './edit-media-dialog.tsx';
export { ProfileUpload } from './profile-upload-dialog.tsx';
