import type { AsyncRouteComponent } from '@tanstack/react-router';
import { session } from '../platform/session.ts';
import { useSession } from '../platform/use-session.ts';

type Screen = AsyncRouteComponent<Record<never, never>>;

/** Returns a screen that renders `inside` with a session and `outside` without; only that one is fetched. */
export function bySession(inside: Screen, outside: Screen): Screen {
  function BySession() {
    const Shown = useSession() ? inside : outside;
    return <Shown />;
  }
  return Object.assign(BySession, {
    preload: async () => (session.current() ? inside : outside).preload?.(),
  });
}
