import type { SignedIn } from '@adda/contract/accounts';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { linkSearchOf, targetOf } from '../../platform/link-target.ts';
import { session } from '../../platform/session.ts';

/** Options of {@link useOpenAfterLogin}. */
export type AfterLogin = {
  /** What the link of the address leads to is unknown: the main screen opens. */
  readonly isTargetUnknown?: boolean | undefined;
};

/**
 * Returns a function that opens what the link of the address leads to: the room of an invitation (GR-02), a room, a person or a
 * post (HM-05); without one the rooms.
 */
export function useOpenAfterLogin({ isTargetUnknown = false }: AfterLogin = {}) {
  const navigate = useNavigate();
  const router = useRouter();
  return async () => {
    const search = isTargetUnknown ? {} : linkSearchOf(router.state.location);
    return navigate({ href: targetOf(search), state: { isFromLink: !isTargetUnknown }, replace: true });
  };
}

/** Returns a function that stores the session of a login response and opens what {@link useOpenAfterLogin} says. */
export function useStartSession(options?: AfterLogin) {
  const open = useOpenAfterLogin(options);
  return async (answer: Pick<SignedIn, 'username' | 'expires_in'>) => {
    session.start(answer);
    await open();
  };
}
