import { useSession } from '../../platform/use-session.ts';
import { ProfileView } from './profile-view.tsx';

/** The profile tab: the caller's own profile (SH-01). */
export function ProfileTab() {
  const account = useSession()?.username;
  return account === undefined ? null : <ProfileView key={account} username={account} account={account} />;
}
