import { anyUsername } from '@adda/contract/accounts';
import { rateLimits } from '@adda/contract/platform';
import type { PageHead } from './platform/http/page-head.ts';
import type { HeadOf } from './platform/http/web-app.ts';
import { networkOf } from './platform/limits/network-of.ts';
import type { RateLimiter } from './platform/limits/rate-limiter.ts';

type Options = {
  /** Undefined when limits are off. */
  readonly limiter: RateLimiter | undefined;
  /** The head of somebody's page; undefined where nobody may see it without an account. */
  readonly ofProfile: (username: string) => Promise<PageHead | undefined>;
  /** The head of a post's page; undefined for one that is not public. */
  readonly ofPost: (mediaId: string) => Promise<PageHead | undefined>;
};

const SCREEN = /^\/(profile|post)\/([^/]+)\/?$/;

/**
 * The heads of profiles and posts, by which a link to them shows more than a name (SH-21). Who asks too often gets the
 * plain page, never a refusal.
 */
export function createPageHeads({ limiter, ofProfile, ofPost }: Options): HeadOf {
  return async (path, address) => {
    const [, screen, coded = ''] = SCREEN.exec(path) ?? [];
    if (screen === undefined) return undefined;
    const wait = await limiter?.take('page', `address:${networkOf(address)}`, rateLimits.read);
    if (wait !== undefined && wait > 0) return undefined;
    // The router has refused what can't be read as text.
    const named = decodeURIComponent(coded);
    if (screen === 'post') return ofPost(named);
    const { data: username } = anyUsername.safeParse(named);
    return username === undefined ? undefined : ofProfile(username);
  };
}
