import { useParams } from '@tanstack/react-router';
import { PostScreen } from '../../features/feed/post/post-screen.tsx';

/** The screen of one post (/post/{mediaId}) for people with a session. */
export function PostPage() {
  const { mediaId } = useParams({ from: '/shell/post/$mediaId' });
  return <PostScreen key={mediaId} mediaId={mediaId} />;
}
