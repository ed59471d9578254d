import { Plural, Trans } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import type { Group } from '@adda/contract/rooms';
import { Lock } from 'lucide-react';
import { Avatar } from '../../../ui/avatar.tsx';
import { tagsOf } from './room-labels.ts';

/** Decorative pictures of a room's creator and a few other members (RO-02). */
function AvatarStubs({ group }: { group: Group }) {
  const faces = group.faces ?? [{ username: group.creator, profile_image_url: null }];
  return (
    <span aria-hidden="true" className="flex -space-x-1.5 rtl:space-x-reverse">
      {faces.map(({ username, profile_image_url: picture }) => (
        <Avatar
          key={username}
          name={username}
          displayedName={displayedName(username)}
          src={picture}
          size="small"
          className="size-6! rounded-full! ring-2 ring-surface"
        />
      ))}
    </span>
  );
}

/** Some faces of a room (RO-02), how many users talk there now, whether it is private, its category and languages (GR-08). */
export function RoomTags({ group }: { group: Group }) {
  const { speakers_15m: speakers = 0 } = group;
  return (
    <>
      <AvatarStubs group={group} />
      {speakers > 0 && (
        <span className="font-semibold text-teal">
          <Plural value={speakers} one="# talking now" other="# talking now" />
        </span>
      )}
      {group.visibility === 'private' && (
        <span className="inline-flex items-center gap-1 text-xs">
          <Lock aria-hidden="true" className="size-3.5" />
          <Trans>Private</Trans>
        </span>
      )}
      {tagsOf(group).map((tag) => (
        <span key={tag} className="rounded-full border border-edge px-2 text-xs leading-5">
          {tag}
        </span>
      ))}
    </>
  );
}
