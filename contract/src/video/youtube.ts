/** Longest address of a video that is taken. */
export const VIDEO_URL_MAX = 300;

const VIDEO_ID = /^[\w-]{11}$/;
const HOST = /^(?:www\.|m\.|music\.)?(?:youtube\.com|youtube-nocookie\.com)$/;
const SHORT_HOST = /^(?:www\.)?youtu\.be$/;
const WATCH = /^\/watch\/?$/;
const PATH = /^\/(?:embed|shorts|live|v)\/([^/]+)/;

/** Whether a text is the id of a video: 11 characters (VP-06). */
export const isVideoId = (text: string): boolean => VIDEO_ID.test(text);

/**
 * The id of the video that an address leads to, or undefined (VP-12): links to watch, shared, embedded, short and live
 * ones, with or without `https://`. For the input and for the server alike.
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

/** The address of a video by its id. */
export const videoUrlOf = (videoId: string): string => `https://www.youtube.com/watch?v=${videoId}`;

/**
 * An address of a video as it is passed on to others: as it was given where it is a plain `https` or `http` one,
 * otherwise the usual one of its id. A name, a password or a port in it is nobody's business.
 */
export function plainVideoUrl(address: string): string | undefined {
  const videoId = videoIdOf(address);
  if (videoId === undefined) return undefined;
  const text = address.trim();
  if (!/^https?:\/\//i.test(text)) return videoUrlOf(videoId);
  const { username, password, port } = new URL(text);
  return username || password || port ? videoUrlOf(videoId) : text;
}
