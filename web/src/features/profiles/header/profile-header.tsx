import { displayedName } from '@adda/contract/accounts';
import type { Profile } from '@adda/contract/profiles';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { Pencil, PenLine } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { GuestTag } from '../../accounts/index.ts';
import { OtherActions } from './other-actions.tsx';
import { ProfileLinks } from '../public/profile-links.tsx';
import { isLongBio } from '../long-bio.ts';

type CountProps = {
  value: number;
  children: ReactNode;
  /** Opens the list of those who are counted. */
  onOpen?: () => void;
};

function Count({ value, children, onOpen }: CountProps) {
  const content = (
    <>
      <strong className="text-lg tabular-nums">{value.toLocaleString('en-IN')}</strong>
      <span className="text-sm text-mute">{children}</span>
    </>
  );
  const classes = 'grid min-h-11 justify-items-start sm:flex sm:items-baseline sm:gap-x-1.5 sm:pt-2';
  if (!onOpen) return <li className={classes}>{content}</li>;
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className={`${classes} -mx-2 rounded-chip px-2 underline-offset-4 hover:underline`}
      >
        {content}
      </button>
    </li>
  );
}

const followLists = lazyComponent(() => import('../follows/follow-list-dialog.tsx'));

/** Numbers of posts, followers, followed users and subscribers; hidden lists have none (HM-15). */
function Counts({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState<'followers' | 'following'>();
  const close = () => setOpen(undefined);
  const { total_followers: followers, total_following: followed, total_subscribers: subscribers } = profile;
  return (
    <>
      <ul className="col-span-full flex flex-wrap gap-x-5 gap-y-1 sm:col-span-1 sm:col-start-2 sm:self-start">
        <Count value={profile.total_posts}>
          <Plural value={profile.total_posts} one="post" other="posts" />
        </Count>
        {followers !== null && (
          <Count value={followers} onOpen={() => setOpen('followers')}>
            <Plural value={followers} one="follower" other="followers" />
          </Count>
        )}
        {followed !== null && (
          <Count value={followed} onOpen={() => setOpen('following')}>
            <Plural value={followed} one="following" other="following" />
          </Count>
        )}
        {(subscribers > 0 || profile.plans.length > 0) && (
          <Count value={subscribers}>
            <Plural value={subscribers} one="subscriber" other="subscribers" />
          </Count>
        )}
      </ul>
      {open && (
        <LazyComponent component={followLists} onFailed={close}>
          {({ FollowListDialog }) => <FollowListDialog profile={profile} list={open} onClose={close} />}
        </LazyComponent>
      )}
    </>
  );
}

/** The bio; of a long one the first lines, which lead to About, where all of it is. */
function Bio({ text }: { text: string }) {
  if (!isLongBio(text)) {
    return (
      <p dir="auto" className="break-words whitespace-pre-line">
        {text}
      </p>
    );
  }
  return (
    <Link
      to="."
      search={(before: object) => ({ ...before, view: 'about' })}
      state
      replace
      resetScroll={false}
      ignoreBlocker
      className="group grid justify-items-start rounded-chip"
    >
      <span dir="auto" className="line-clamp-3 max-w-full break-words whitespace-pre-line">
        {text}
      </span>
      <span className="text-sm font-semibold text-rani-ink underline-offset-4 group-hover:underline">
        <Trans>Read more</Trans>
      </span>
    </Link>
  );
}

/** Longer names are smaller on phones. */
const LONG_NAME = 24;

const editor = lazyComponent(() => import('../edit/edit-profile-dialog.tsx'));
const uploads = lazyComponent(() => import('../../feed/upload/index.ts'));

/** Actions on the caller's own profile: edit, add a post (PR-02, PR-27). Guests read how to upgrade (PR-19). */
function OwnActions({ profile }: { profile: Profile }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'post'>();
  const close = () => setOpen(undefined);
  const unlessGuest = (what: 'edit' | 'post') => () => {
    if (!profile.is_guest) return setOpen(what);
    return toast.show(t`Upgrade to permanent user`, {
      action: { label: t`Upgrade`, onPress: () => void navigate({ to: '/upgrade' }) },
    });
  };
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        tone="quiet"
        icon={<Pencil aria-hidden="true" className="size-4" />}
        onClick={unlessGuest('edit')}
      >
        <Trans>Edit Profile</Trans>
      </Button>
      <Button icon={<PenLine aria-hidden="true" className="size-4" />} onClick={unlessGuest('post')}>
        <Trans>New post</Trans>
      </Button>
      {open === 'edit' && (
        <LazyComponent component={editor} onFailed={close}>
          {({ EditProfileDialog }) => <EditProfileDialog profile={profile} onClose={close} />}
        </LazyComponent>
      )}
      {open === 'post' && (
        <LazyComponent component={uploads} onFailed={close}>
          {({ ComposerDialog }) => <ComposerDialog onClose={close} />}
        </LazyComponent>
      )}
    </div>
  );
}

/** Picture, names, bio, links, counts and actions (PR-01). */
export function ProfileHeader({ profile, isGuest }: { profile: Profile; isGuest: boolean }) {
  const { username, bio, links, profile_image_url: picture } = profile;
  const [failed, setFailed] = useState<string>();
  const name = profile.display_name || displayedName(username);
  return (
    <header className="grid grid-cols-1 gap-4">
      <div className="grid items-center gap-x-4 gap-y-3 grid-cols-[auto_minmax(0,1fr)] sm:gap-x-6 sm:gap-y-2">
        <Avatar
          name={username}
          displayedName={name}
          src={picture}
          size="giant"
          className="max-[22rem]:size-20 sm:row-span-2"
          onFailed={() => setFailed(picture ?? undefined)}
        />
        <div className="grid min-w-0 grid-cols-1 gap-1 sm:self-end">
          <h1 className={`break-words sm:text-2xl ${name.length > LONG_NAME ? 'text-lg' : 'text-2xl'}`}>
            <Link to="/profile/$username" params={{ username }} className="rounded-chip hover:underline">
              {name}
            </Link>
          </h1>
          <p className="flex flex-wrap items-center gap-2 text-mute">
            <span className="min-w-0 break-all">@{displayedName(username)}</span>
            <GuestTag username={username} />
          </p>
        </div>
        <Counts profile={profile} />
      </div>
      {failed !== undefined && failed === picture && (
        <p role="alert" className="text-sm text-danger">
          <Trans>Failed to load profile picture</Trans>
        </p>
      )}
      {bio && <Bio text={bio} />}
      <ProfileLinks links={links} owner={username} />
      {profile.is_self ? (
        <OwnActions profile={profile} />
      ) : (
        <OtherActions profile={profile} isGuest={isGuest} />
      )}
    </header>
  );
}
