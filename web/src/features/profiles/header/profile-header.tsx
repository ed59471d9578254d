import { displayedName } from '@adda/contract/accounts';
import type { Profile } from '@adda/contract/profiles';
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Link, useNavigate } from '@tanstack/react-router';
import { ImagePlus, Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { GuestTag } from '../../accounts/index.ts';
import { OtherActions } from './other-actions.tsx';
import { ProfileLinks } from '../public/profile-links.tsx';

function Count({ value, children }: { value: number; children: ReactNode }) {
  return (
    <li className="grid content-start sm:flex sm:items-baseline sm:gap-x-1.5">
      <strong className="text-lg tabular-nums">{value.toLocaleString('en-IN')}</strong>
      <span className="text-sm text-mute">{children}</span>
    </li>
  );
}

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
      <Button icon={<ImagePlus aria-hidden="true" className="size-4" />} onClick={unlessGuest('post')}>
        <Trans>Add post</Trans>
      </Button>
      {open === 'edit' && (
        <LazyComponent component={editor} onFailed={close}>
          {({ EditProfileDialog }) => <EditProfileDialog profile={profile} onClose={close} />}
        </LazyComponent>
      )}
      {open === 'post' && (
        <LazyComponent component={uploads} onFailed={close}>
          {({ ProfileUpload }) => <ProfileUpload isOpen onClose={close} />}
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
      <div className="grid items-center gap-x-4 gap-y-3 min-[22rem]:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-6 sm:gap-y-2">
        <Avatar
          name={username}
          displayedName={name}
          src={picture}
          size="giant"
          className="sm:row-span-2"
          onFailed={() => setFailed(picture ?? undefined)}
        />
        <div className="grid min-w-0 grid-cols-1 gap-1 sm:self-end">
          <h1 className="text-2xl break-words">
            <Link to="/profile/$username" params={{ username }} className="rounded-chip hover:underline">
              {name}
            </Link>
          </h1>
          <p className="flex flex-wrap items-center gap-2 text-mute">
            <span className="min-w-0 break-all">@{displayedName(username)}</span>
            <GuestTag username={username} />
          </p>
        </div>
        <ul className="col-span-full grid grid-cols-3 gap-x-3 sm:col-span-1 sm:col-start-2 sm:flex sm:flex-wrap sm:gap-x-5 sm:gap-y-1 sm:self-start">
          <Count value={profile.total_posts}>
            <Plural value={profile.total_posts} one="post" other="posts" />
          </Count>
          <Count value={profile.total_followers}>
            <Plural value={profile.total_followers} one="follower" other="followers" />
          </Count>
          <Count value={profile.total_subscribers}>
            <Plural value={profile.total_subscribers} one="subscriber" other="subscribers" />
          </Count>
        </ul>
      </div>
      {failed !== undefined && failed === picture && (
        <p role="alert" className="text-sm text-danger">
          <Trans>Failed to load profile picture</Trans>
        </p>
      )}
      {bio && <p className="break-words whitespace-pre-line">{bio}</p>}
      <ProfileLinks links={links} owner={username} />
      {profile.is_self ? (
        <OwnActions profile={profile} />
      ) : (
        <OtherActions profile={profile} isGuest={isGuest} />
      )}
    </header>
  );
}
