import type { Post } from '@adda/contract/feed';
import { boxHeight } from '../media/media-frame.tsx';

/** Heights of a card's parts in pixels, and how many letters go into a line of the usual width. */
const HEADER = 76;
const ACTIONS = 60;
const LIKED_BY = 32;
const LINE = 24;
const LINE_CHARACTERS = 70;
const AD_LINK = 72;

/** The most that a picture takes of the window's height: as the box of a card has it. */
const HIGHEST = 0.8;

/** About how high the card of a post will be, in pixels, in a list so wide; measured when it is drawn. */
export function cardHeight(post: Post, width: number): number {
  const text = [post.caption, post.hashtags].filter(Boolean).join('\n');
  const lines = text === '' ? 0 : Math.ceil(text.length / LINE_CHARACTERS) + text.split('\n').length - 1;
  const picture = post.has_media ? Math.min(boxHeight(post, width), innerHeight * HIGHEST) : 0;
  const below = post.is_ad ? AD_LINK : ACTIONS + (post.liked_by.length > 0 ? LIKED_BY : 0);
  return HEADER + lines * LINE + picture + below;
}
