import { Trans, useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import { MODERATION_REASON_MAX, type Permission } from '@adda/contract/rooms';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { ManageAction } from './manage-actions.ts';
import { bannedOf, bannedUsers, membersOf, roomMembers } from './members.queries.ts';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';

/** Maximum number of suggested names. */
const MOST_NAMES = 20;

/** Finds the account of a typed name among the suggestions; guests may be typed by their displayed name. */
export function accountForName(typed: string, offered: readonly string[]): string {
  const name = typed.trim().replace(/^@/, '').toLowerCase();
  return offered.includes(name) ? name : (offered.find((each) => displayedName(each) === name) ?? name);
}

/** Suggested names: members, or banned users if a ban is lifted; those that match the input first. */
export function useSuggestedNames(groupId: string, action: ManageAction | undefined, typed: string) {
  const words = useDebouncedValue(accountForName(typed, []));
  const isUnban = action === 'unban';
  const members = useInfiniteQuery({ ...roomMembers(groupId), enabled: !isUnban });
  const found = useInfiniteQuery({ ...roomMembers(groupId, words), enabled: !isUnban && words !== '' });
  const banned = useInfiniteQuery({ ...bannedUsers(groupId), enabled: isUnban });
  const people = isUnban ? bannedOf(banned.data) : [...membersOf(found.data), ...membersOf(members.data)];
  return [...new Set(people.map((person) => person.username))];
}

/** The field for the target user, with suggestions. */
export function TargetField(props: {
  value: string;
  error: string | undefined;
  offered: readonly string[];
  onChange: (value: string) => void;
}) {
  const { value, error, offered, onChange } = props;
  const id = useId();
  // A guest whose displayed name is the real name of another user is managed at their row.
  const isFoundByName = (username: string) => accountForName(displayedName(username), offered) === username;
  return (
    <>
      <TextField
        name="username"
        label={<Trans>Username</Trans>}
        error={error}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        list={id}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <datalist id={id}>
        {offered
          .filter(isFoundByName)
          .slice(0, MOST_NAMES)
          .map((username) => (
            <option key={username} value={displayedName(username)}>
              {displayedName(username)}
            </option>
          ))}
      </datalist>
    </>
  );
}

/** The permissions to grant and revoke (GM-21). */
export function PermissionFields(props: {
  chosen: readonly Permission[];
  error: string | undefined;
  isGrant: boolean;
  onChange: (chosen: readonly Permission[]) => void;
}) {
  const { chosen, error, isGrant, onChange } = props;
  const { t } = useLingui();
  const options: readonly { value: Permission; label: string }[] = [
    { value: 'can_kick', label: t`Remove members (can_kick)` },
    { value: 'can_ban', label: t`Ban members and lift bans (can_ban)` },
  ];
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-semibold">
        <Trans>Permissions</Trans>
      </legend>
      {options.map(({ value, label }, index) => (
        <Checkbox
          key={value}
          name={value}
          label={label}
          error={index === options.length - 1 ? error : undefined}
          checked={chosen.includes(value)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, value] : chosen.filter((each) => each !== value))
          }
        />
      ))}
      <p className="text-sm text-mute">
        {isGrant ? (
          <Trans>Either one also lets them delete messages. What isn't ticked is taken back.</Trans>
        ) : (
          <Trans>What is ticked is taken back.</Trans>
        )}
      </p>
    </fieldset>
  );
}

/** What a removal or a timeout has beside its target, as typed. */
export type RemovalInput = { readonly reason: string; readonly duration: string; readonly minutes: string };

/** The choice of a timeout whose minutes are typed. */
export const OTHER_DURATION = 'other';

/** How long a timeout lasts, and the reason of a removal or a timeout (GR-03, GR-06). */
export function RemovalFields(props: {
  isTimeout: boolean;
  given: RemovalInput;
  error: string | undefined;
  onChange: (next: Partial<RemovalInput>) => void;
}) {
  const { isTimeout, given, error, onChange } = props;
  const { t } = useLingui();
  return (
    <>
      {isTimeout && (
        <SelectField
          name="duration"
          label={<Trans>How long</Trans>}
          value={given.duration}
          onChange={(event) => onChange({ duration: event.target.value })}
          options={[
            { value: '10', label: t`10 minutes` },
            { value: '60', label: t`1 hour` },
            { value: '1440', label: t`1 day` },
            { value: '10080', label: t`1 week` },
            { value: OTHER_DURATION, label: t`Other…` },
            { value: '0', label: t`End it now` },
          ]}
        />
      )}
      {isTimeout && given.duration === OTHER_DURATION && (
        <TextField
          name="minutes"
          label={<Trans>Minutes</Trans>}
          error={error}
          inputMode="numeric"
          autoComplete="off"
          value={given.minutes}
          onChange={(event) => onChange({ minutes: event.target.value })}
        />
      )}
      <TextField
        name="reason"
        label={<Trans>Reason (optional)</Trans>}
        hint={<Trans>Only they and the room's moderators read it.</Trans>}
        maxLength={MODERATION_REASON_MAX}
        autoComplete="off"
        value={given.reason}
        onChange={(event) => onChange({ reason: event.target.value })}
      />
    </>
  );
}
