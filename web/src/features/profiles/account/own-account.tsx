import { REFERRAL_REWARD_INR } from '@adda/contract/profiles';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Copy, Settings } from 'lucide-react';
import { useRef } from 'react';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ErrorState } from '../../../ui/view-states.tsx';
import { meQuery, SectionCard } from '../../accounts/index.ts';
import { FriendList } from './friend-list.tsx';

/** Returns the registration link with the user's referral code (SH-23). */
const referralLink = (code: string): string => `${location.origin}/register?ref=${encodeURIComponent(code)}`;

/** The user's referral link with a copy button, and the friends who used it (PR-09 to PR-12, SV-14, SH-23). */
function Referrals({ code }: { code: string }) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const link = referralLink(code);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast.success(t`Referral link copied to clipboard!`);
    } catch {
      // Without https or the permission there is no clipboard: the selected text can still be copied by keyboard.
      field.current?.select();
      toast.problem(t`Failed to copy referral link.`);
    }
  };
  return (
    <SectionCard
      title={<Trans>Bring your friends</Trans>}
      text={
        <Trans>
          Adda is better with people you like. You get {REFERRAL_REWARD_INR} INR for every friend who signs up
          with your link and confirms their email.
        </Trans>
      }
    >
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          ref={field}
          label={t`Your link`}
          value={link}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          className="min-w-0 grow basis-60"
        />
        <Button tone="warm" onClick={() => void copy()} icon={<Copy aria-hidden="true" className="size-4" />}>
          <Trans>Copy</Trans>
        </Button>
      </div>
      <FriendList />
    </SectionCard>
  );
}

/** For the owner only: the friends who came, and the way to the settings (SV-12, HM-08). */
export function OwnAccount() {
  const { data: me, error, isFetching, refetch } = useQuery(meQuery);
  return (
    <>
      {!me && error && (
        <ErrorState
          title={<Trans>Failed to load user data</Trans>}
          text={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!me && !error && <Skeleton className="h-32 rounded-card" />}
      {me && me.referral_code !== null && <Referrals code={me.referral_code} />}
      <Link
        to="/v1/settings/{-$section}"
        params={{ section: undefined }}
        className={`${buttonClasses('quiet', 'small')} justify-self-start`}
      >
        <Settings aria-hidden="true" className="size-4" />
        <Trans>Settings</Trans>
      </Link>
    </>
  );
}
