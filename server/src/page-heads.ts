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
};

const SCREEN = /^\/(profile|post)\/([^/]+)\/?$/;

/**
 * Creates the provider of page heads (metadata for link previews) of profiles and posts (SH-21). Requests above the
 * rate limit get the plain page instead of a refusal.
 */
export function createPageHeads({ limiter, ofProfile, ofPost }: Options): HeadOf {
  return async (path, address) => {
    const [, screen, encoded = ''] = SCREEN.exec(path) ?? [];
    if (screen === undefined) return undefined;
    const wait = await limiter?.take('page', `address:${networkOf(address)}`, rateLimits.read);
    if (wait !== undefined && wait > 0) return undefined;
    // The router has already refused paths that can't be decoded.
    const decoded = decodeURIComponent(encoded);
    if (screen === 'post') return ofPost(decoded);
    const { data: username } = anyUsername.safeParse(decoded);
    return username === undefined ? undefined : ofProfile(username);
  };
}
