import { REFERRAL_REWARD_INR } from '@adda/contract/profiles';
import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { FriendList } from './friend-list.tsx';
import { SectionCard } from '../../accounts/index.ts';

/** Returns the registration link with the user's referral code (SH-23). */
const referralLink = (code: string): string => `${location.origin}/register?ref=${encodeURIComponent(code)}`;

/** The user's referral link with a copy button, and the friends who used it (PR-09 to PR-12, SV-14, SH-23). */
export function Referrals({ code }: { code: string }) {
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
