import type { SignedIn } from '@adda/contract/accounts';
import { useNavigate } from '@tanstack/react-router';
import { session } from '../../platform/session.ts';

/** Returns a function that stores the session of a login response and opens the rooms. */
export function useStartSession() {
  const navigate = useNavigate();
  return async ({ access_token: token, username }: Pick<SignedIn, 'access_token' | 'username'>) => {
    session.start(token, username);
    await navigate({ to: '/v1', replace: true });
  };
}
