import type { NotificationSettings, NotifiedKind } from '@adda/contract/activity';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { SwitchTrack } from '../../ui/switch.tsx';
import { meQuery } from '../accounts/index.ts';
import { activityKey } from '../activity/index.ts';
import { SavingProblem, SavingState, useStoredValue } from './saved-setting.tsx';
import { AccountSettings, SettingCard } from './setting-fields.tsx';

/** How something can be told. */
type Way = keyof NotificationSettings[NotifiedKind];

/** `hint` says what the way is, `problem` why it can't be chosen. */
type Column = {
  readonly way: Way;
  readonly name: string;
  readonly hint: string;
  readonly problem?: string | undefined;
};
/** `ways`: those that can be chosen, if not all. `said`: what stands in place of a switch, otherwise a dash. */
type Row = {
  readonly kind: NotifiedKind;
  readonly name: string;
  readonly ways?: readonly Way[];
  readonly said?: Readonly<Partial<Record<Way, string>>>;
};

/** Why the account gets no mails about what was missed: only confirmed addresses do (NT-05). */
function useMailProblem(): string | undefined {
  const { t } = useLingui();
  const { data: me } = useQuery(meQuery);
  if (!me || me.email_verified) return undefined;
  return me.email === null
    ? t`Mails need an account with an e-mail address.`
    : t`Mails come once you have confirmed your e-mail address.`;
}

/** The ways that can be chosen, in display order: a column each. */
function useColumns(): readonly Column[] {
  const { t } = useLingui();
  const mailProblem = useMailProblem();
  return [
    {
      way: 'in_app',
      name: t`In the app`,
      hint: t`What is off here is not listed at the bell, and not counted.`,
    },
    {
      way: 'push',
      name: t`Push`,
      hint: t`Push reaches every device on which you turned notifications on.`,
    },
    {
      way: 'email',
      name: t`E-mail`,
      hint: t`By e-mail you get what you missed, at most once a day and only while you are away.`,
      problem: mailProblem,
    },
  ];
}

/** What can be told, in display order. Kinds that nothing makes yet are left out. */
function useRows(): readonly Row[] {
  const { t } = useLingui();
  return [
    { kind: 'message', name: t`Private messages`, ways: ['push'] },
    { kind: 'mention', name: t`Mentions` },
    { kind: 'reply', name: t`Replies to your messages` },
    { kind: 'emoji_reaction', name: t`Reactions to your messages` },
    { kind: 'invite', name: t`Invitations to rooms` },
    { kind: 'like', name: t`Likes` },
    { kind: 'comment', name: t`Comments on your posts` },
    { kind: 'follow', name: t`New followers` },
    { kind: 'gift', name: t`Gifts` },
    { kind: 'subscription', name: t`New subscribers` },
    { kind: 'payout', name: t`Payouts` },
    { kind: 'export_ready', name: t`The copy of your data` },
    {
      kind: 'security',
      name: t`Logins on new devices`,
      ways: ['push'],
      said: { in_app: t`Always`, email: t`At once` },
    },
    { kind: 'moderation', name: t`Messages from the people who look after Adda` },
    { kind: 'announcement', name: t`News from Adda` },
  ];
}

/** Whether one kind is told in one way; saved at once. `problemId` is the element that says why it can't be chosen. */
function WaySwitch({ row, column, problemId }: { row: Row; column: Column; problemId: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { kind, name } = row;
  const { way, name: wayName, problem } = column;
  const { value, isKnown, choose, saving } = useStoredValue<boolean>({
    read: ({ notifications }) => notifications[kind][way],
    write: (isOn) => ({ notifications: { [kind]: { [way]: isOn } } }),
    // What is switched off is neither listed nor counted, what is switched on is there again.
    onSaved: () => void client.invalidateQueries({ queryKey: activityKey }),
  });
  const isOn = value ?? way === 'in_app';
  const isDisabled = !isKnown || saving.status === 'pending' || problem !== undefined;
  return (
    <td className="max-sm:block">
      <span className="flex items-center justify-end gap-2">
        <span aria-hidden="true" className="grow text-sm text-mute sm:hidden">
          {wayName}
        </span>
        <SavingState {...saving} />
        <button
          type="button"
          role="switch"
          aria-label={t`${name}: ${wayName}`}
          aria-checked={isOn}
          aria-disabled={isDisabled || undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          onClick={() => {
            if (!isDisabled) choose(!isOn);
          }}
          className="grid min-h-11 place-items-center rounded-full"
        >
          <SwitchTrack isOn={isOn} isDisabled={isDisabled} />
        </button>
      </span>
      <SavingProblem {...saving} />
    </td>
  );
}

/** A way that is not to be chosen: a dash, or what holds for everybody. */
function UnchosenWay({ row, column }: { row: Row; column: Column }) {
  const said = row.said?.[column.way];
  if (said === undefined) return <td className="pe-4 text-end text-mute max-sm:hidden">–</td>;
  return (
    <td className="text-sm text-mute max-sm:block">
      <span className="flex min-h-11 items-center justify-end gap-2">
        <span aria-hidden="true" className="grow sm:hidden">
          {column.name}
        </span>
        {said}
      </span>
    </td>
  );
}

/** What the user is told, and how: a row for each kind and a column for each way; on phones the ways are below the kind (NT-03). */
export function NotificationKinds() {
  const { t } = useLingui();
  const rows = useRows();
  const columns = useColumns();
  const id = useId();
  return (
    <SettingCard>
      <div>
        <h2 id={id} className="pt-2 text-base font-semibold">
          <Trans>What you are told</Trans>
        </h2>
        {columns.map(({ way, hint, problem }) => (
          // The problem comes with the account: it takes the place of the hint, which keeps the height, so that nothing moves.
          <p key={way} className="grid text-sm text-mute *:col-start-1 *:row-start-1">
            <span className={problem === undefined ? undefined : 'invisible'}>{hint}</span>
            {problem !== undefined && <span id={`${id}-${way}`}>{problem}</span>}
          </p>
        ))}
      </div>
      <AccountSettings>
        <table aria-labelledby={id} className="w-full max-sm:block">
          <thead className="text-sm text-mute max-sm:hidden">
            <tr>
              <th scope="col" className="sr-only">
                {t`Kind`}
              </th>
              {columns.map(({ way, name }) => (
                <th key={way} scope="col" className="text-end font-normal">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block">
            {rows.map((row) => (
              <tr key={row.kind} className="max-sm:block max-sm:py-1">
                <th scope="row" className="py-1 text-start font-semibold max-sm:block">
                  {row.name}
                </th>
                {columns.map((column) =>
                  row.ways?.includes(column.way) === false ? (
                    <UnchosenWay key={column.way} row={row} column={column} />
                  ) : (
                    <WaySwitch key={column.way} row={row} column={column} problemId={`${id}-${column.way}`} />
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </AccountSettings>
    </SettingCard>
  );
}
