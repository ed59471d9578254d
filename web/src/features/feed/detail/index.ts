/** The detail view of a post, for features outside of the feed; import it lazily. */
export { PostDetailDialog } from './post-detail-dialog.tsx';
