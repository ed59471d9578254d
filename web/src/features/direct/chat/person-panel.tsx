import { displayedName } from '@adda/contract/accounts';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { blockCheck } from '../../relations/index.ts';
import { ProfileView } from './profile-view.tsx';

/** The card of the other user, beside the open private chat on wide screens. Renders nothing while there is a block (HM-03). */
export function PersonCard({ username }: { username: string }) {
  const { t } = useLingui();
  const { data } = useQuery(blockCheck(username));
  const name = displayedName(username);
  if (!data || data.is_blocked) return null;
  return (
    <aside aria-label={t`About ${name}`} className="min-h-0 grow overflow-y-auto">
      <ProfileView username={username} />
    </aside>
  );
}
