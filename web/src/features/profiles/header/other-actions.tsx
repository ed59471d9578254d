import type { Profile } from '@adda/contract/profiles';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ban, Ellipsis, Flag, MessageCircle, UserRoundCheck, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { useBlock, useFollow } from '../../relations/index.ts';
import { profileKeys } from '../profiles.queries.ts';

const forms = lazyComponent(() => import('../../creators/plans/index.ts'));
const reporting = lazyComponent(() => import('../../moderation/index.ts'));

function Follow({ profile }: { profile: Profile }) {
  const client = useQueryClient();
  const { isFollowing, isBusy, toggle, dialogs } = useFollow(profile.username, {
    isKnown: profile.is_following,
    name: profile.display_name,
    onDone: () => void client.invalidateQueries({ queryKey: profileKeys.one(profile.username) }),
  });
  const Icon = isFollowing ? UserRoundCheck : UserRoundPlus;
  return (
    <>
      <Button
        tone={isFollowing ? 'quiet' : 'primary'}
        aria-pressed={isFollowing}
        isBusy={isBusy}
        icon={<Icon aria-hidden="true" className="size-4" />}
        onClick={toggle}
      >
        {isFollowing ? <Trans>Followed</Trans> : <Trans>Follow</Trans>}
      </Button>
      {dialogs}
    </>
  );
}

function More({ profile, onReport }: { profile: Profile; onReport: () => void }) {
  const { t } = useLingui();
  const { username, display_name: name } = profile;
  const { block, dialogs } = useBlock(username, { isEnabled: false });
  return (
    <>
      <Menu
        label={t`More about ${name}`}
        renderTrigger={(props) => (
          <button
            type="button"
            {...props}
            aria-label={t`More`}
            title={t`More`}
            className="grid size-12 place-items-center rounded-full bg-raised hover:bg-line"
          >
            <Ellipsis aria-hidden="true" className="size-5" />
          </button>
        )}
      >
        <MenuItem icon={<Flag className="size-4.5" />} onSelect={onReport}>
          {t`Report`}
        </MenuItem>
        <MenuItem icon={<Ban className="size-4.5" />} isDangerous onSelect={block}>
          {t`Block`}
        </MenuItem>
      </Menu>
      {dialogs}
    </>
  );
}

/** Actions on another user's profile: follow, message, unsubscribe, report, block (PR-03, PR-04). */
export function OtherActions({ profile, isGuest }: { profile: Profile; isGuest: boolean }) {
  const { username, display_name: name } = profile;
  const [open, setOpen] = useState<'unsubscribe' | 'report'>();
  const close = () => setOpen(undefined);
  return (
    <div className="flex flex-wrap gap-3">
      <Follow profile={profile} />
      <Link to="/v1/chat/$username" params={{ username }} className={buttonClasses('quiet')}>
        <MessageCircle aria-hidden="true" className="size-4" />
        <Trans>Message</Trans>
      </Link>
      {profile.is_subscribed && !isGuest && (
        <Button tone="quiet" onClick={() => setOpen('unsubscribe')}>
          <Trans>Unsubscribe</Trans>
        </Button>
      )}
      <More profile={profile} onReport={() => setOpen('report')} />
      {open === 'unsubscribe' && (
        <LazyComponent component={forms} onFailed={close}>
          {({ UnsubscribeDialog }) => <UnsubscribeDialog creator={username} onClose={close} />}
        </LazyComponent>
      )}
      {open === 'report' && (
        <LazyComponent component={reporting} onFailed={close}>
          {({ ReportDialog }) => (
            <ReportDialog username={username} displayedName={name} isOpen onClose={close} />
          )}
        </LazyComponent>
      )}
    </div>
  );
}
