import { videoIdOf } from '@adda/contract/video';
import { VideoCard } from '../../video/index.ts';

/** The video of a message, if its address is a YouTube address. */
export function VideoAttachment(props: { url: string; isOwn: boolean; isWhisper: boolean }) {
  const { url, ...look } = props;
  const videoId = videoIdOf(url);
  return videoId === undefined ? null : <VideoCard videoId={videoId} {...look} />;
}
