import type { GroupMember, MemberProfile } from '@adda/contract/rooms';
import { matchQuery, type QueryClient } from '@tanstack/react-query';
import type { GroupConnection } from '../../../platform/realtime.ts';
import type { Members } from './cached-member.ts';
import { updateCached } from './member-cache.ts';
import { profileKey } from '../../accounts/index.ts';
import { roomKeys } from '../rooms.queries.ts';

/** The user whose presence is shown, and their connection. */
export type OwnPresence = {
  readonly client: QueryClient;
  readonly groupId: string;
  /** The user's own username. */
  readonly account: string;
  readonly connection: Pick<GroupConnection, 'onState' | 'state'>;
};

const online = <Person extends { readonly is_online: boolean }>(person: Person): Person =>
  person.is_online ? person : { ...person, is_online: true };

function withOnline(list: Members, account: string): Members {
  const isShownOffline = (member: GroupMember) => member.username === account && !member.is_online;
  if (!list.pages.some((page) => page.members.some(isShownOffline))) return list;
  const pages = list.pages.map((page) => ({
    ...page,
    members: page.members.map((member) => (isShownOffline(member) ? online(member) : member)),
  }));
  return { ...list, pages };
}

/**
 * Shows the user as online in lists while their own connection is open (RT-10). A response may be older than this
 * connection, and users receive no event about their own presence. Returns the function that stops it.
 */
export function followOwnPresence({ client, groupId, account, connection }: OwnPresence): () => void {
  const keys = {
    lists: roomKeys.members(groupId),
    member: roomKeys.member(groupId, account),
    profile: profileKey(account),
  };
  const show = () => {
    if (connection.state() !== 'connected') return;
    updateCached<Members>(client, keys.lists, (list) => withOnline(list, account));
    updateCached<GroupMember | null>(client, keys.member, (member) => member && online(member));
    updateCached<MemberProfile>(client, keys.profile, online);
  };
  show();
  const stopState = connection.onState(show);
  // A response to an earlier request may arrive after the connection.
  const stopAnswers = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { query } = event;
    if (Object.values(keys).some((queryKey) => matchQuery({ queryKey }, query))) show();
  });
  return () => {
    stopState();
    stopAnswers();
  };
}
