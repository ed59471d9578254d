import { plural, t } from '@lingui/core/macro';
import { displayedName } from '@adda/contract/accounts';
import type { Permission } from '@adda/contract/rooms';
import { untilText } from '../../../ui/until-text.ts';

type JoinOrLeave = { readonly kind: 'joined' | 'left'; readonly username: string };

type Moderation =
  | { readonly kind: 'kicked' | 'banned' | 'unbanned'; readonly username: string; readonly by: string }
  | { readonly kind: 'timeout'; readonly username: string; readonly until: string | null }
  | {
      readonly kind: 'permissions';
      readonly username: string;
      readonly permissions: readonly Permission[];
      readonly isSelf: boolean;
    };

/** A change of memberships, for a notice in the chat. */
export type MembershipUpdate = JoinOrLeave | Moderation;

/** Whether members joined or left by themselves. */
export const isJoinOrLeave = (update: MembershipUpdate): update is JoinOrLeave =>
  update.kind === 'joined' || update.kind === 'left';

/** 'riya joined', 'riya and zoya joined' or 'riya and 4 others joined'; the same for leaving. */
export function joinLeaveLabel(kind: 'joined' | 'left', usernames: readonly string[]): string {
  const [first = '', second = ''] = usernames.map(displayedName);
  const others = usernames.length - 1;
  if (kind === 'joined') {
    if (others === 0) return t`${first} joined`;
    if (others === 1) return t`${first} and ${second} joined`;
    return plural(others, { one: `${first} and # other joined`, other: `${first} and # others joined` });
  }
  if (others === 0) return t`${first} left`;
  if (others === 1) return t`${first} and ${second} left`;
  return plural(others, { one: `${first} and # other left`, other: `${first} and # others left` });
}

function ownRights(permissions: readonly Permission[]): string {
  if (permissions.length === 0) return t`You have no special permissions any more`;
  if (permissions.length > 1) return t`You may remove and ban members now`;
  return permissions[0] === 'can_ban' ? t`You may ban members now` : t`You may remove members now`;
}

function rightsOf(name: string, permissions: readonly Permission[]): string {
  if (permissions.length === 0) return t`${name} has no special permissions any more`;
  if (permissions.length > 1) return t`${name} may remove and ban members now`;
  return permissions[0] === 'can_ban' ? t`${name} may ban members now` : t`${name} may remove members now`;
}

/** The text of a moderator's action. */
export function moderationLabel(update: Moderation): string {
  const name = displayedName(update.username);
  if (update.kind === 'permissions') {
    return update.isSelf ? ownRights(update.permissions) : rightsOf(name, update.permissions);
  }
  if (update.kind === 'timeout') {
    if (update.until === null) return t`${name} may write again`;
    const until = untilText(update.until);
    return t`${name} may not write until ${until}`;
  }
  const by = displayedName(update.by);
  if (update.kind === 'kicked') return t`${name} was removed by ${by}`;
  return update.kind === 'banned' ? t`${name} was banned by ${by}` : t`${name} was unbanned by ${by}`;
}
