import { useParams } from '@tanstack/react-router';
import { PostScreen } from '../../features/feed/post/post-screen.tsx';

/** The screen of a single post (/post/{mediaId}) with a session. */
export function PostPage() {
  const { mediaId } = useParams({ from: '/shell/post/$mediaId' });
  return <PostScreen key={mediaId} mediaId={mediaId} />;
}
