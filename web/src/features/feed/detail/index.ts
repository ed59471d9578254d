/** One post, large, for views outside of the feed; load it only when it is asked for. */
export { PostDetailDialog } from './post-detail-dialog.tsx';
