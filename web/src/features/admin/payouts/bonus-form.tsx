import { BONUS_MAX_COINS, PAYOUT_NOTE_MAX } from '@adda/contract/wallet';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { ActionForm } from '../../../ui/form.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { coinsText, coinsWorth } from '../frame/coin-labels.ts';
import { isWholeNumber } from '../frame/field-checks.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { useActionForm } from '../frame/use-action.ts';
import { sendBonus } from './payouts.queries.ts';

const isAmount = (typed: string): boolean => isWholeNumber(typed, 1, BONUS_MAX_COINS);

const blank = { username: '', amount: '', description: '' };

/** Credits coins to a user; recorded in the audit (SV-95). */
export function BonusForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  // One id per opened form: a retry after a lost response pays only once.
  const [requestId] = useState(() => crypto.randomUUID());
  const most = coinsText(BONUS_MAX_COINS);
  const form = useActionForm({
    initial: blank,
    check: ({ username, amount, description }) => ({
      username: username.trim() === '' && t`Who gets them?`,
      amount: !isAmount(amount) && t`A whole number, at most ${most}`,
      description: description.trim() === '' && t`Please write what it is for`,
    }),
    send: async ({ username, amount, description }) => {
      const bonus = {
        username: username.trim().toLowerCase(),
        amount: Number(amount),
        description: description.trim(),
      };
      return { ...bonus, ...(await sendBonus({ ...bonus, type: 'star_bonus', request_id: requestId })) };
    },
    explain: (error) => ({
      message: failureText(error),
      detail:
        error instanceof ApiError && error.code === 'bonus_request_used'
          ? t`Your first try went through after all. Look at the audit before you open this again.`
          : undefined,
    }),
    onDone: ({ status, username, amount }) => {
      const coins = coinsText(amount);
      toast.success(
        status === 'waiting'
          ? t`${username} gets ${coins} once another administrator confirms it`
          : t`${username} got ${coins}`,
      );
      onClose();
    },
  });
  const { amount } = form.values;
  const worth = isAmount(amount) ? coinsWorth(Number(amount)) : undefined;
  return (
    <ActionForm form={form} submitLabel={<Trans>Give coins</Trans>} onCancel={onClose} className="mt-4">
      <TextField
        {...form.field('username')}
        label={<Trans>Username</Trans>}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextField
        {...form.field('amount')}
        label={<Trans>Coins</Trans>}
        autoComplete="off"
        inputMode="numeric"
        hint={worth && <Trans>Worth {worth}</Trans>}
      />
      <TextField
        {...form.field('description')}
        label={<Trans>What for, as the person reads it</Trans>}
        autoComplete="off"
        maxLength={PAYOUT_NOTE_MAX}
      />
    </ActionForm>
  );
}
