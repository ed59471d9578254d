import { BONUS_MAX_COINS, PAYOUT_NOTE_MAX } from '@adda/contract/wallet';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ActionForm, fieldError } from '../frame/action-form.tsx';
import { coinsText, coinsWorth } from '../frame/coin-labels.ts';
import { useAction } from '../frame/use-action.ts';
import { sendBonus } from './payouts.queries.ts';

type Bonus = { readonly username: string; readonly amount: number; readonly description: string };

function useBonus(onClose: () => void) {
  const { t } = useLingui();
  // One id per opened form: a retry after a lost response pays only once.
  const [requestId] = useState(() => crypto.randomUUID());
  return useAction((bonus: Bonus) => sendBonus({ ...bonus, type: 'star_bonus', request_id: requestId }), {
    onDone: ({ status }, { username, amount }) => {
      const coins = coinsText(amount);
      toast.success(
        status === 'waiting'
          ? t`${username} gets ${coins} once another administrator confirms it`
          : t`${username} got ${coins}`,
      );
      onClose();
    },
  });
}

const isAmount = (typed: string): boolean => {
  const amount = Number(typed);
  return Number.isInteger(amount) && amount >= 1 && amount <= BONUS_MAX_COINS;
};

function BonusForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState({ username: '', amount: '', description: '' });
  const [hasTried, setTried] = useState(false);
  const act = useBonus(onClose);
  const most = coinsText(BONUS_MAX_COINS);
  const problems = {
    username: typed.username.trim() === '' && t`Who gets them?`,
    amount: !isAmount(typed.amount) && t`A whole number, at most ${most}`,
    description: typed.description.trim() === '' && t`Please write what it is for`,
  };
  const field = (name: keyof typeof typed) => ({
    name,
    value: typed[name],
    error: (hasTried && problems[name]) || fieldError(act.error, name),
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
    autoComplete: 'off',
  });
  const submit = () => {
    setTried(true);
    if (Object.values(problems).some(Boolean)) return;
    const { username, amount, description } = typed;
    act.run({
      username: username.trim().toLowerCase(),
      amount: Number(amount),
      description: description.trim(),
    });
  };
  const isRequestIdUsed = act.error instanceof ApiError && act.error.code === 'bonus_request_used';
  const worth = isAmount(typed.amount) ? coinsWorth(Number(typed.amount)) : undefined;
  return (
    <ActionForm
      submitLabel={<Trans>Give coins</Trans>}
      isBusy={act.isBusy}
      error={act.error}
      errorDetail={
        isRequestIdUsed
          ? t`Your first try went through after all. Look at the audit before you open this again.`
          : undefined
      }
      onSubmit={submit}
      onCancel={onClose}
    >
      <TextField
        {...field('username')}
        label={<Trans>Username</Trans>}
        spellCheck={false}
        autoCapitalize="none"
      />
      <TextField
        {...field('amount')}
        label={<Trans>Coins</Trans>}
        inputMode="numeric"
        hint={worth && <Trans>Worth {worth}</Trans>}
      />
      <TextField
        {...field('description')}
        label={<Trans>What for, as the person reads it</Trans>}
        maxLength={PAYOUT_NOTE_MAX}
      />
    </ActionForm>
  );
}

/** Credits coins to a user; recorded in the audit (SV-95). */
export function BonusDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      keepOpenOnOutsidePress
      title={<Trans>Give a bonus</Trans>}
      description={
        <Trans>
          The coins are in their wallet at once and can’t be taken back. A large bonus waits for a second
          administrator first.
        </Trans>
      }
    >
      <BonusForm onClose={onClose} />
    </Dialog>
  );
}
