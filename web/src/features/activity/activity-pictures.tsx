import { displayedName } from '@adda/contract/accounts';
import type { ActivityItem, ActivityKind } from '@adda/contract/activity';
import {
  AtSign,
  Banknote,
  DoorOpen,
  FileDown,
  Gift,
  Heart,
  Megaphone,
  MessageCircle,
  Reply,
  Scale,
  ShieldAlert,
  Smile,
  Star,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { classNames } from '../../ui/class-names.ts';

const icons: Readonly<Record<ActivityKind, LucideIcon>> = {
  like: Heart,
  comment: MessageCircle,
  comment_reply: Reply,
  follow: UserPlus,
  follow_request: UserPlus,
  mention: AtSign,
  reply: Reply,
  emoji_reaction: Smile,
  gift: Gift,
  subscription: Star,
  payout: Banknote,
  invite: DoorOpen,
  moderation: Scale,
  export_ready: FileDown,
  security: ShieldAlert,
  announcement: Megaphone,
};

/** Who did it, at most three on top of each other, with a sign of what they did; only the sign for what nobody did (NT-01). */
export function ActivityPictures({ item: { kind, actors } }: { item: ActivityItem }) {
  const Icon = icons[kind];
  if (actors.length === 0) {
    return (
      <span className="grid w-14 shrink-0 justify-items-center">
        <span
          aria-hidden="true"
          className="blob grid size-12 place-items-center bg-marigold-wash text-rani-ink"
        >
          <Icon className="size-5" />
        </span>
      </span>
    );
  }
  const isSeveral = actors.length > 1;
  return (
    <span className="relative flex h-12 w-14 shrink-0 items-center justify-center">
      {actors.map(({ username, display_name: name, avatar }, index) => (
        <Avatar
          key={username}
          name={username}
          displayedName={name || displayedName(username)}
          src={avatar}
          size={isSeveral ? 'small' : 'large'}
          className={classNames(isSeveral && 'ring-2 ring-surface', index > 0 && '-ms-5')}
        />
      ))}
      <span
        aria-hidden="true"
        className="absolute end-0 bottom-0 grid size-5 place-items-center rounded-full bg-rani text-on-rani ring-2 ring-surface"
      >
        <Icon className="size-3" />
      </span>
    </span>
  );
}
