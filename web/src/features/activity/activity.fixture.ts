import type { ActivityItem } from '@adda/contract/activity';
import type { RequestHandler } from '../../test/people-page.tsx';
import { minutesAgo } from '../../test/people-page.tsx';

/** Returns an id as the activity has them. */
export const activityIdOf = (n: number): string => n.toString(16).padStart(24, '0');

/** Returns people by their names, as the activity names them. */
export const actorsOf = (...names: readonly string[]): ActivityItem['actors'] =>
  names.map((name) => ({ username: name, display_name: name, avatar: null }));

/** Returns item `n`: so many minutes ago esha liked a post. */
export const itemOf = (n: number, given: Partial<ActivityItem> = {}): ActivityItem => ({
  activity_id: activityIdOf(n),
  kind: 'like',
  actors: actorsOf('esha'),
  actor_count: 1,
  subject: { type: 'post', id: `post-${n}` },
  excerpt: `words ${n}`,
  created_at: minutesAgo(n),
  is_read: true,
  ...given,
});

/** A fake server: pages by the text of the filter and the cursor, separated by a space, and the responses of other calls. */
export const activityServer =
  (
    pages: Readonly<Record<string, { items: readonly ActivityItem[]; next?: string }>>,
    unread = 0,
    others: RequestHandler = () => undefined,
  ): RequestHandler =>
  (request) => {
    const { pathname, searchParams } = new URL(request.path, 'http://test');
    if (request.method === 'POST' && pathname === '/activity/read') {
      return others(request) ?? { body: { unread_count: 0 } };
    }
    if (pathname !== '/activity') return others(request);
    const key = [searchParams.get('filter') ?? '', searchParams.get('cursor') ?? ''].join(' ').trim();
    const page = pages[key] ?? { items: [] };
    return { body: { items: page.items, unread_count: unread, next_cursor: page.next ?? null } };
  };
