import type { InvitedRoom } from '@adda/contract/rooms';
import type { PageHead } from '../../../platform/http/page-head.ts';

const membersOf = (count: number): string => (count === 1 ? '1 member' : `${count} members`);

/**
 * Returns the head of the public page of an invitation (GR-02): name, topic, picture and the number of members, without the
 * topic of a private room. Without a room, because the code is not valid, it says nothing about any room. None of them is
 * for search engines.
 */
export function inviteHead(
  publicUrl: string,
  code: string,
  found: { readonly room: InvitedRoom; readonly isPrivate: boolean } | undefined,
): PageHead {
  if (!found)
    return {
      title: 'An invitation to Adda',
      description: 'Come hang out: rooms full of good company, for adults 18 and over.',
      url: `${publicUrl}/`,
      kind: 'website',
      isHiddenFromSearch: true,
    };
  const { name, picture, members } = found.room;
  const topic = found.isPrivate ? 'A private room' : found.room.topic;
  return {
    title: name,
    description: topic === '' ? membersOf(members) : `${topic} · ${membersOf(members)}`,
    url: `${publicUrl}/join/${code}`,
    imageUrl: picture === null ? undefined : new URL(picture, publicUrl).href,
    kind: 'website',
    isHiddenFromSearch: true,
  };
}
