import { isGuestName, displayedName } from '@adda/contract/accounts';
import { GIFTS, isGiftType, type GiftType } from '@adda/contract/gifts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Gift } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { moneyDialog } from '../../platform/money-dialog.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { Skeleton } from '../../ui/skeletons.tsx';
import { useKeepFocus } from '../../ui/use-focus-kept.ts';
import { useForm } from '../../ui/use-form.ts';
import { EmptyState } from '../../ui/view-states.tsx';
import { PersonAvatar } from '../accounts/index.ts';
import { balanceQuery, coinLabel } from '../wallet/index.ts';
import { giftProblem } from './gift-checks.ts';
import { giftName } from './gift-labels.ts';
import { RecipientChoice, type Recipients } from './recipient-choice.tsx';
import { isRefusal, useSendGift } from './use-send-gift.ts';

/** Mounted only while it is open. */
export type GiftDialogProps = {
  groupId: string;
  account: string;
  recipients: Recipients;
  /** The recipient, where the dialog was opened for one. */
  username?: string | undefined;
  onClose: () => void;
};

/** The user's balance, with a link to buy coins (WA-01). */
function Balance({ account }: { account: string }) {
  const { data, isError } = useQuery(balanceQuery(account));
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
      <p className="text-sm">
        {data ? (
          <Trans>You have {coinLabel(data.balance)}</Trans>
        ) : (
          !isError && <Skeleton className="h-4 w-32" />
        )}
        {isError && !data && <Trans>Your balance didn't load.</Trans>}
      </p>
      <Button tone="plain" size="small" onClick={() => moneyDialog.open('recharge')}>
        <Trans>Add coins</Trans>
      </Button>
    </div>
  );
}

/** The recipient that was given when the dialog opened. */
function ChosenRecipient({ username, onChange }: { username: string; onChange: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card border border-line p-3">
      <PersonAvatar username={username} />
      <p className="min-w-0 grow break-words">
        <Trans>
          For <strong>{displayedName(username)}</strong>
        </Trans>
      </p>
      <Button tone="plain" size="small" onClick={onChange}>
        <Trans>Choose somebody else</Trans>
      </Button>
    </div>
  );
}

const giftTypes: readonly GiftType[] = ['kiss', 'love', 'like', 'hug', 'smile'];

type GiftChoiceProps = {
  /** Empty while none is selected. */
  value: string;
  onChange: (gift: GiftType) => void;
};

/** Radio group of the five gifts with their prices (GI-01). */
function GiftChoice({ value, onChange }: GiftChoiceProps) {
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-semibold">
        <Trans>Gift</Trans>
      </legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2">
        {giftTypes.map((gift) => (
          <label
            key={gift}
            className="relative grid min-h-24 cursor-pointer content-center justify-items-center gap-0.5 rounded-card border-2 border-line p-1.5 text-center transition-colors duration-150 hover:bg-raised has-checked:border-rani has-checked:bg-rani-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-teal"
          >
            <input
              type="radio"
              name="gift"
              value={gift}
              checked={gift === value}
              onChange={() => onChange(gift)}
              className="sr-only"
            />
            <span aria-hidden="true" className="text-3xl">
              {GIFTS[gift].emoji}
            </span>
            <span className="text-sm font-semibold">{giftName(gift)}</span>
            <span className="text-xs text-mute tabular-nums">{coinLabel(GIFTS[gift].cost)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function GiftForm(props: GiftDialogProps) {
  const { groupId, account, recipients, username = '', onClose } = props;
  const { t } = useLingui();
  const { data: balance } = useQuery(balanceQuery(account));
  const send = useSendGift(groupId);
  const form = useForm({
    initial: { recipient: username, gift: '' },
    check: (choices) => ({ form: giftProblem(choices, balance?.balance) }),
    send: (choices) => send.mutateAsync(choices),
    // The toast shows a refusal.
    explain: (error) => (isRefusal(error) ? {} : { message: t`Failed to send gift. Please try again.` }),
    onDone: onClose,
  });
  const { gift, recipient } = form.values;
  const [isFixed, setFixed] = useState(username !== '');
  const id = useId();
  const fields = useRef<HTMLDivElement>(null);
  // Pressing the button to change the recipient removes it.
  const focusKept = useKeepFocus(() =>
    fields.current?.querySelector<HTMLElement>('[type="search"], [name="recipient"]'),
  );
  const cost = isGiftType(gift) ? coinLabel(GIFTS[gift].cost) : undefined;
  const actions = (
    <div className="grid grow gap-1">
      <Balance account={account} />
      <Button
        type="submit"
        form={id}
        isWide
        isBusy={form.isBusy}
        icon={<Gift aria-hidden="true" className="size-5" />}
      >
        {cost === undefined ? <Trans>Send</Trans> : <Trans>Send for {cost}</Trans>}
      </Button>
    </div>
  );
  return (
    <Dialog isOpen onClose={onClose} title={<Trans>Send a gift</Trans>} actions={actions}>
      <form {...form.props} id={id}>
        <div ref={fields} {...focusKept} className="grid gap-4 pt-3">
          <FormErrors {...form.failure} />
          <GiftChoice value={gift} onChange={(chosen) => form.change({ gift: chosen })} />
          {isFixed ? (
            <ChosenRecipient username={username} onChange={() => setFixed(false)} />
          ) : (
            <RecipientChoice
              recipients={recipients}
              value={recipient}
              onChange={(chosen) => form.change({ recipient: chosen })}
            />
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** Replaces gifts for guests: that they need a permanent account, with a link to upgrade (GI-09, GI-10). */
function GuestNotice({ onLeave }: { onLeave: () => void }) {
  return (
    <EmptyState
      icon={<Gift className="size-7" />}
      title={<Trans>Register to send gifts</Trans>}
      text={<Trans>Gifts go between people with an account. Keep yours, and everything here stays.</Trans>}
      action={
        <Link to="/upgrade" onClick={onLeave} className={buttonClasses('warm')}>
          <Trans>Keep my account</Trans>
        </Link>
      }
    />
  );
}

/** Gives a gift to another member of a room (GI-02 to GI-08); guests read how to upgrade (GI-09). */
export function GiftDialog(props: GiftDialogProps) {
  if (!isGuestName(props.account)) return <GiftForm {...props} />;
  return (
    <Dialog isOpen onClose={props.onClose} title={<Trans>Send a gift</Trans>}>
      <GuestNotice onLeave={props.onClose} />
    </Dialog>
  );
}
