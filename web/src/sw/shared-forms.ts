import { SHARE_PATH } from '@adda/contract/platform';
import { deviceState } from '../platform/device-state.ts';
import { isNothing, readSharedForm, sharedContent } from '../platform/shared-content.ts';
import type { FetchEvent } from './worker-types.ts';

/** Keeps what another app shared, and leads to the page that asks where it goes. */
async function keepShared(request: Request): Promise<Response> {
  try {
    const content = readSharedForm(await request.formData());
    const session = await deviceState.get('session');
    if (isNothing(content)) await sharedContent.remove();
    else await sharedContent.put(content, session?.account);
  } catch {
    // The form can't be read or stored. The page says that nothing arrived, not what was shared before.
    await sharedContent.remove();
  }
  return Response.redirect(request.url, 303);
}

/** Answers the form of the share target (PN-01); all other requests go their usual way. */
export function receiveShare(event: FetchEvent): void {
  const { request } = event;
  if (request.method !== 'POST' || request.url !== new URL(SHARE_PATH, location.origin).href) return;
  event.respondWith(keepShared(request));
}
