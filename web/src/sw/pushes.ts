import type { PushPayload } from '@adda/contract/push';
import { placeAt, placeKey } from '../platform/conversation-place.ts';
import { deviceState } from '../platform/device-state.ts';
import { takeBackRead, type UnreadPage } from '../platform/shown-notifications.ts';
import { showPushed } from './notifications.ts';
import { callServer } from './worker-calls.ts';
import type { PushEvent, WindowClient, WorkerScope } from './worker-types.ts';

/** Reads a payload of the server; undefined if it is none. */
function payloadOf({ data }: PushEvent): PushPayload | undefined {
  try {
    const payload: unknown = data?.json();
    const { title, body, tag, url }: Partial<Record<string, unknown>> = Object(payload);
    const isComplete = [title, body, tag, url].every((text) => typeof text === 'string');
    return isComplete ? (payload as PushPayload) : undefined;
  } catch {
    return undefined; // not JSON
  }
}

const keyAt = (address: string): string | undefined => {
  const place = placeAt(address);
  return place && placeKey(place);
};

/** Whether somebody looks at the conversation at `url`. */
const isOpenIn = (pages: readonly WindowClient[], url: string): boolean => {
  const key = keyAt(url);
  return key !== undefined && pages.some((page) => page.focused && keyAt(page.url) === key);
};

/** Whether this browser still belongs to the account that switched notifications on (PN-02). */
async function isSubscribed(): Promise<boolean> {
  const [session, subscriber] = await Promise.all([
    deviceState.get('session'),
    deviceState.get('subscriber'),
  ]);
  return session !== undefined && session.account === subscriber;
}

/** The number at the icon of the app: unread private messages, as in the title of the page. */
async function showCount(scope: WorkerScope, { items }: UnreadPage): Promise<void> {
  const counted = items.filter(({ kind, is_muted: isMuted }) => kind === 'private' && !isMuted);
  const count = counted.reduce((sum, { unread_count: unread }) => sum + unread, 0);
  if ('setAppBadge' in scope.navigator) await scope.navigator.setAppBadge(count);
}

/** Takes back what was read elsewhere (PN-03), and counts what is left. */
async function takeBackAndCount(scope: WorkerScope): Promise<void> {
  const unread = await takeBackRead(
    scope.registration,
    () => callServer({ method: 'GET', path: '/inbox?filter=unread' }) as Promise<UnreadPage | undefined>,
  );
  if (unread) await showCount(scope, unread);
}

/**
 * Shows a pushed message unless its conversation is in front of the user, or nobody of this browser subscribed (PN-03); takes back
 * the notifications of what was read meanwhile.
 */
export async function receivePush(scope: WorkerScope, event: PushEvent): Promise<void> {
  const payload = payloadOf(event);
  if (!payload || !(await isSubscribed())) return;
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isInView = pages.some((page) => page.visibilityState === 'visible');
  const shown = isOpenIn(pages, payload.url) ? undefined : await showPushed(scope, payload, isInView);
  // What is shown now may be read already.
  await takeBackAndCount(scope);
  // The worker runs until then, so that a further push belongs to the burst.
  await shown?.over;
}
