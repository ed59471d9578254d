import { displayedName } from '@adda/contract/accounts';
import type { Group } from '@adda/contract/rooms';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { failureText } from '../../../ui/failure-text.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useForm } from '../../../ui/use-form.ts';
import { InviteLink } from './invite-link.tsx';
import { InviteList } from './invite-list.tsx';
import { hoursOptions, usesOptions } from './invite-labels.ts';
import { knownPeople, makeInvite } from './invites.queries.ts';

const DEFAULT_HOURS = '168';
const NO_LIMIT = 'none';

/** Makes a link with a lifetime and a number of uses, and shows it with its buttons. */
function NewLink({ group }: { group: Group }) {
  const { t } = useLingui();
  const [hours, setHours] = useState(DEFAULT_HOURS);
  const [uses, setUses] = useState(NO_LIMIT);
  const [url, setUrl] = useState<string>();
  const make = useMutation({
    ...makeInvite(useQueryClient(), group.group_id),
    onSuccess: (made) => setUrl(made.url),
  });
  const create = () =>
    make.mutate({
      expires_in_hours: Number(hours),
      max_uses: uses === NO_LIMIT ? null : Number(uses),
    });
  return (
    <section aria-label={t`Invite by a link`} className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <SelectField
          label={t`Works for`}
          options={hoursOptions()}
          value={hours}
          onChange={(event) => setHours(event.target.value)}
        />
        <SelectField
          label={t`For how many people`}
          options={usesOptions(NO_LIMIT)}
          value={uses}
          onChange={(event) => setUses(event.target.value)}
        />
      </div>
      <Button isWide tone={url === undefined ? 'primary' : 'quiet'} isBusy={make.isPending} onClick={create}>
        {url !== undefined ? <Trans>Make another link</Trans> : <Trans>Make a link</Trans>}
      </Button>
      {make.error && <FormErrors message={failureText(make.error)} />}
      <div role="status" className="empty:hidden">
        {url !== undefined && <InviteLink key={url} url={url} roomName={group.name} />}
      </div>
    </section>
  );
}

/** Invites one user, who is told of it; suggests the people with whom the user talks. */
function PersonalInvite({ groupId }: { groupId: string }) {
  const { t } = useLingui();
  const id = useId();
  const { data: people } = useQuery(knownPeople());
  const { mutateAsync: make } = useMutation(makeInvite(useQueryClient(), groupId));
  const form = useForm({
    initial: { username: '' },
    check: ({ username }) => ({ username: username.trim() === '' && t`Enter a username.` }),
    send: ({ username }) => make({ username: username.trim().replace(/^@/, '') }),
    onDone: (_invite, { username }) => {
      const name = displayedName(username.trim().replace(/^@/, ''));
      toast.success(t`${name} is invited. We told them.`);
      form.reset();
    },
    errorFields: {
      user_not_found: 'username',
      not_for_strangers: 'username',
      invited_is_member: 'username',
      already_banned: 'username',
      cannot_act_on_self: 'username',
    },
  });
  return (
    <form
      {...form.props}
      aria-label={t`Invite somebody you know`}
      className="grid grid-cols-1 gap-3 border-t border-line pt-5"
    >
      <TextField
        {...form.field('username')}
        label={t`Or somebody you know`}
        hint={t`They alone can use it, for 7 days.`}
        placeholder={t`Username`}
        list={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <datalist id={id}>
        {people?.map((username) => (
          <option key={username}>{displayedName(username)}</option>
        ))}
      </datalist>
      <Button type="submit" tone="quiet" isBusy={form.isBusy} isWide>
        <Trans>Invite</Trans>
      </Button>
      <FormErrors {...form.failure} />
    </form>
  );
}

export type InviteDialogProps = { group: Group; account: string; onClose: () => void };

/** 'Invite people': makes links and personal invitations, and lists the valid ones (GR-02). */
export function InviteDialog({ group, account, onClose }: InviteDialogProps) {
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={onClose}
      title={<Trans>Invite people</Trans>}
      description={<Trans>Whoever has the link can join, without an account too.</Trans>}
    >
      <div className="mt-5 grid grid-cols-1 gap-6">
        <NewLink group={group} />
        <PersonalInvite groupId={group.group_id} />
        <InviteList group={group} account={account} />
      </div>
    </Dialog>
  );
}
