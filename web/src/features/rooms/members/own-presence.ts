import type { GroupMember, MemberProfile } from '@adda/contract/rooms';
import { matchQuery, type QueryClient } from '@tanstack/react-query';
import type { GroupConnection } from '../../../platform/realtime.ts';
import type { Members } from './held-member.ts';
import { changeHeld } from './member-cache.ts';
import { profileKey } from '../../accounts/index.ts';
import { roomKeys } from '../rooms.queries.ts';

/** Whose presence is shown, and the connection that proves it. */
export type OwnPresence = {
  readonly client: QueryClient;
  readonly groupId: string;
  /** The person's own username. */
  readonly account: string;
  readonly connection: Pick<GroupConnection, 'onState' | 'state'>;
};

const online = <Person extends { readonly is_online: boolean }>(person: Person): Person =>
  person.is_online ? person : { ...person, is_online: true };

function withOnline(list: Members, account: string): Members {
  const isOff = (member: GroupMember) => member.username === account && !member.is_online;
  if (!list.pages.some((page) => page.members.some(isOff))) return list;
  const pages = list.pages.map((page) => ({
    ...page,
    members: page.members.map((member) => (isOff(member) ? online(member) : member)),
  }));
  return { ...list, pages };
}

/**
 * Shows the person online wherever their own name stands while their own connection is there (RT-10). The server may
 * have answered before it knew of this connection, and nobody is told of their own coming. Returns how to stop.
 */
export function followOwnPresence({ client, groupId, account, connection }: OwnPresence): () => void {
  const keys = {
    lists: roomKeys.members(groupId),
    member: roomKeys.member(groupId, account),
    profile: profileKey(account),
  };
  const show = () => {
    if (connection.state() !== 'connected') return;
    changeHeld<Members>(client, keys.lists, (list) => withOnline(list, account));
    changeHeld<GroupMember | null>(client, keys.member, (member) => member && online(member));
    changeHeld<MemberProfile>(client, keys.profile, online);
  };
  show();
  const stopState = connection.onState(show);
  // An answer that was asked for before the connection may come after it.
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
