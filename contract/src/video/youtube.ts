/** Maximum length of a video's URL. */
export const VIDEO_URL_MAX = 300;

const VIDEO_ID = /^[\w-]{11}$/;
const HOST = /^(?:www\.|m\.|music\.)?(?:youtube\.com|youtube-nocookie\.com)$/;
const SHORT_HOST = /^(?:www\.)?youtu\.be$/;
const WATCH = /^\/watch\/?$/;
const PATH = /^\/(?:embed|shorts|live|v)\/([^/]+)/;

/** Whether a text is a video id: 11 characters (VP-06). */
export const isVideoId = (text: string): boolean => VIDEO_ID.test(text);

/**
 * Returns the id of the video of a URL, or undefined (VP-12). Accepts watch, shared, embedded, short and live links, with
 * or without `https://`. Used by the input and by the server.
 */
export function videoIdOf(address: string): string | undefined {
  const text = address.trim();
  if (text.length > VIDEO_URL_MAX) return undefined;
  const full = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(full)) return undefined;
  const { hostname, pathname, searchParams } = new URL(full);
  const id = SHORT_HOST.test(hostname)
    ? pathname.slice(1).split('/')[0]
    : HOST.test(hostname)
      ? WATCH.test(pathname)
        ? searchParams.get('v')
        : PATH.exec(pathname)?.[1]
      : undefined;
  return id && isVideoId(id) ? id : undefined;
}

/** Returns the URL of a video by its id. */
export const videoUrlOf = (videoId: string): string => `https://www.youtube.com/watch?v=${videoId}`;

/**
 * Returns the URL of a video in the form that is sent to others: unchanged if it is a plain `https` or `http` one,
 * otherwise the standard URL of its id, without user name, password and port. Undefined if it is no video.
 */
export function plainVideoUrl(address: string): string | undefined {
  const videoId = videoIdOf(address);
  if (videoId === undefined) return undefined;
  const text = address.trim();
  if (!/^https?:\/\//i.test(text)) return videoUrlOf(videoId);
  const { username, password, port } = new URL(text);
  return username || password || port ? videoUrlOf(videoId) : text;
}
