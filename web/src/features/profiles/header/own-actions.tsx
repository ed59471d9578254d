import type { Profile } from '@adda/contract/profiles';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { ImagePlus, Pencil } from 'lucide-react';
import { useState } from 'react';
import { withPostTexts } from '../../../platform/texts.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { toast } from '../../../ui/toast-store.ts';

const editor = lazyComponent(() => withPostTexts(() => import('../edit/edit-profile-dialog.tsx')));
const uploads = lazyComponent(() => withPostTexts(() => import('../../feed/upload/index.ts')));

/** Actions on the caller's own profile: edit, add a post (PR-02, PR-27). Guests read how to upgrade (PR-19). */
export function OwnActions({ profile }: { profile: Profile }) {
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
