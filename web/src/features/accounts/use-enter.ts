import type { SignedIn } from '@adda/contract/accounts';
import { useNavigate } from '@tanstack/react-router';
import { session } from '../../platform/session.ts';

/** Keeps the session that a way in answered and goes to the rooms. */
export function useEnter() {
  const navigate = useNavigate();
  return async ({ access_token: token, username }: Pick<SignedIn, 'access_token' | 'username'>) => {
    session.start(token, username);
    await navigate({ to: '/v1', replace: true });
  };
}
