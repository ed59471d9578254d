import { useParams } from '@tanstack/react-router';
import { useBackForDialogs } from '../../platform/use-back-for-dialogs.ts';
import { useSession } from '../../platform/use-session.ts';
import { ProfileView } from './profile-view.tsx';

/** The screen of a user's profile (/profile/{username}, SH-21) for users with a session. */
export function ProfileScreen() {
  const { username } = useParams({ from: '/shell/profile/$username' });
  const account = useSession()?.username;
  useBackForDialogs();
  if (account === undefined) return null;
  const name = username.trim().toLowerCase();
  return <ProfileView key={name} username={name} account={account} />;
}
