import { anyUsername } from '@adda/contract/accounts';
import { rateLimits } from '@adda/contract/platform';
import type { PageHead } from './platform/http/page-head.ts';
import type { HeadOf } from './platform/http/web-app.ts';
import { networkOf } from './platform/limits/network-of.ts';
import type { RateLimiter } from './platform/limits/rate-limiter.ts';

type Options = {
  /** Undefined when limits are off. */
  readonly limiter: RateLimiter | undefined;
  /** Returns the head of a profile page; undefined when the profile is not public. */
  readonly ofProfile: (username: string) => Promise<PageHead | undefined>;
  /** Returns the head of a post page; undefined when the post is not public. */
  readonly ofPost: (mediaId: string) => Promise<PageHead | undefined>;
  /** Returns the head of the page of an invitation to a room, whether the code is valid or not. */
  readonly ofInvite: (code: string) => Promise<PageHead>;
  /** Returns the head of the page of a room; undefined when the room is not public. */
  readonly ofRoom: (groupId: string) => Promise<PageHead | undefined>;
};

const SCREEN = /^\/(profile|post|join|v1\/group|chats\/room)\/([^/]+)\/?$/;

/**
 * Creates the provider of page heads (metadata for link previews) of profiles, posts (SH-21), invitations to rooms (GR-02) and
 * public rooms (HM-05). Requests above the rate limit get the plain page instead of a refusal.
 */
export function createPageHeads({ limiter, ofProfile, ofPost, ofInvite, ofRoom }: Options): HeadOf {
  return async (path, address) => {
    const [, screen, encoded = ''] = SCREEN.exec(path) ?? [];
    if (screen === undefined) return undefined;
    const wait = await limiter?.take('page', `address:${networkOf(address)}`, rateLimits.read);
    if (wait !== undefined && wait > 0) return undefined;
    // The router has already refused paths that can't be decoded.
    const decoded = decodeURIComponent(encoded);
    if (screen === 'post') return ofPost(decoded);
    if (screen === 'join') return ofInvite(decoded);
    if (screen === 'v1/group' || screen === 'chats/room') return ofRoom(decoded);
    const { data: username } = anyUsername.safeParse(decoded);
    return username === undefined ? undefined : ofProfile(username);
  };
}
