import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { openChatUser } from '../../platform/open-chat.ts';
import { useSession } from '../../platform/use-session.ts';
import { toast } from '../../ui/toast-store.ts';
import { OpenChat } from './chat/open-chat.tsx';
import { userExists } from './chat/private-chat.queries.ts';

/** Returns to the main screen and shows why there is no chat (PC-28). */
function NoChat({ text }: { text: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    openChatUser.clear();
    toast.problem(text);
    void navigate({ to: '/v1', replace: true, ignoreBlocker: true });
  }, [navigate, text]);
  return null;
}

/** The chat with a user, if they exist; names that start with an underscore are not checked. */
export function PrivateChatView({ username, account }: { username: string; account: string }) {
  // Guests are not looked up (PC-29, Q-09); a name that does not exist shows when the history is requested.
  const check = useQuery({ ...userExists(username), enabled: !username.startsWith('_') });
  const isUnverified = check.isError;
  useEffect(() => {
    if (isUnverified) toast.problem(t`Failed to verify recipient.`);
  }, [isUnverified]);
  if (check.data === false) return <NoChat text={t`User not found`} />;
  return <OpenChat username={username} account={account} />;
}

/** The screen of a private chat (/v1/chat/{username}, PC-02). */
export function PrivateChatScreen() {
  const { username } = useParams({ from: '/shell/v1/chat/$username' });
  const account = useSession()?.username;
  if (account === undefined) return null;
  const name = username.trim().toLowerCase();
  if (name === account) return <NoChat text={t`You cannot chat with yourself.`} />;
  return <PrivateChatView key={name} username={name} account={account} />;
}
