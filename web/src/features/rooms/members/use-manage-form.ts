import { t } from '@lingui/core/macro';
import { TIMEOUT_MAX_MINUTES, type Permission } from '@adda/contract/rooms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import {
  runManageCommand,
  isAboutPermissions,
  findMember,
  takesReason,
  type ManageAction,
} from './manage-actions.ts';
import { cachedMember } from './cached-member.ts';
import { accountForName, OTHER_DURATION, useSuggestedNames, type RemovalInput } from './manage-fields.tsx';
import { oneMember } from './members.queries.ts';
import type { ManageTarget } from '../room-dialogs.tsx';

/** The context of the form. */
export type ManageFormInput = {
  groupId: string;
  /** What is done to whom, if that was chosen before (HM-11). */
  target: ManageTarget | undefined;
  /** Called after the command succeeded. */
  onDone: () => void;
};

type Problems = { action?: string; username?: string; permissions?: string; minutes?: string };

const noInput: RemovalInput = { reason: '', duration: '10', minutes: '' };

/** Returns the minutes of a timeout; undefined if what was typed is no whole number from 1 to a week. */
function minutesOf({ duration, minutes }: RemovalInput): number | undefined {
  if (duration !== OTHER_DURATION) return Number(duration);
  const typed = /^\d+$/.test(minutes.trim()) ? Number(minutes) : 0;
  return typed >= 1 && typed <= TIMEOUT_MAX_MINUTES ? typed : undefined;
}

/** Merges the checked and unchecked boxes into the current permissions. */
type CheckedChanges = { readonly added: readonly Permission[]; readonly removed: readonly Permission[] };

const noChanges: CheckedChanges = { added: [], removed: [] };

const applyChanges = (
  held: readonly Permission[],
  { added, removed }: CheckedChanges,
): readonly Permission[] => [...new Set([...held.filter((each) => !removed.includes(each)), ...added])];

/** Validation errors, in the words of GM-16 to GM-19. */
function missing(
  groupId: string,
  action: ManageAction | undefined,
  username: string,
  permissions: readonly Permission[],
  removal: RemovalInput,
): Problems {
  const most = TIMEOUT_MAX_MINUTES;
  if (groupId === '') return { action: t`Invalid group ID` };
  return {
    ...(action === undefined && { action: t`Invalid action.` }),
    ...(username === '' && { username: t`Please provide a username.` }),
    ...(isAboutPermissions(action) &&
      permissions.length === 0 && { permissions: t`Choose at least one permission.` }),
    ...(action === 'timeout' &&
      minutesOf(removal) === undefined && { minutes: t`Type whole minutes, from 1 to ${most}.` }),
  };
}

/**
 * Sends the command. If the target is not cached, their permissions are requested before a grant, so that they keep
 * them (GM-28).
 */
function useOrder(
  { groupId, onDone }: ManageFormInput,
  username: string,
  ticks: CheckedChanges,
  removal: RemovalInput,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (action: ManageAction) => {
      let held: readonly Permission[] = [];
      if (action === 'grant') {
        const member =
          cachedMember(client, groupId, username) ??
          (await client.fetchQuery(oneMember(client, groupId, username)));
        held = member?.permissions ?? [];
      }
      const permissions = applyChanges(held, ticks);
      const minutes = minutesOf(removal) ?? 0;
      const reason = takesReason(action) ? removal.reason.trim() : '';
      await runManageCommand(client, { groupId, action, username, permissions, minutes, reason });
    },
    onSuccess: onDone,
  });
}

/** State of Manage Group and its submit handler (GM-04, GM-16 to GM-21). */
export function useManageForm(input: ManageFormInput) {
  const { groupId } = input;
  const client = useQueryClient();
  const { target } = input;
  const [action, setAction] = useState<ManageAction | undefined>(target?.action);
  const [typed, setTyped] = useState('');
  const [ticks, setTicks] = useState(noChanges);
  const [removal, setRemoval] = useState(noInput);
  const [problems, setProblems] = useState<Problems>({});
  const [attempts, setAttempts] = useState(0);
  const offered = useSuggestedNames(groupId, action, typed);
  const username = target?.username ?? accountForName(typed, offered);
  // Granting replaces all permissions, so the form starts with the current ones.
  const held = action === 'grant' ? (findMember(client, groupId, username)?.permissions ?? []) : [];
  const permissions = applyChanges(held, ticks);
  const order = useOrder(input, username, ticks, removal);
  /** Clears a field's error once the field has changed. */
  const clearError = (field: keyof Problems) => {
    setProblems(({ [field]: _mended, ...others }) => others);
    if (order.isError) order.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (order.isPending) return;
    const found = missing(groupId, action, username, permissions, removal);
    setProblems(found);
    setAttempts(attempts + 1);
    order.reset();
    if (action !== undefined && Object.keys(found).length === 0) order.mutate(action);
  };
  const choose = (next: ManageAction | undefined) => {
    setAction(next);
    setTicks(noChanges);
    clearError('action');
    clearError('permissions');
    clearError('minutes');
  };
  const name = (next: string) => {
    setTyped(next);
    // Unchecked boxes belong to the previous target.
    setTicks({ ...ticks, removed: [] });
    clearError('username');
  };
  const tick = (chosen: readonly Permission[]) => {
    setTicks({
      added: chosen.filter((each) => !held.includes(each)),
      removed: held.filter((each) => !chosen.includes(each)),
    });
    clearError('permissions');
  };
  const describe = (next: Partial<RemovalInput>) => {
    setRemoval({ ...removal, ...next });
    clearError('minutes');
  };
  return {
    removal,
    describe,
    action,
    choose,
    typed,
    name,
    offered,
    permissions,
    tick,
    problems,
    attempts,
    order,
    submit,
  };
}
