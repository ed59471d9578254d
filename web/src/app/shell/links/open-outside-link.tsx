import { displayedName } from '@adda/contract/accounts';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import { meQuery } from '../../../features/accounts/index.ts';
import { followState } from '../../../features/relations/index.ts';
import type { PressedLink } from '../../../platform/outside-link.ts';
import { useSession } from '../../../platform/use-session.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

export type OpenOutsideLinkProps = { link: PressedLink; onClose: () => void };

/**
 * Shows the real target of a link from an author the user does not follow; non-Latin host names appear in their
 * encoded form.
 */
function ConfirmOpening({ link: { href, author }, onClose }: OpenOutsideLinkProps) {
  const { hostname } = new URL(href);
  const name = displayedName(author);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Leave Adda?</Trans>}
      description={<Trans>This link of {name} leads to another site. Do you know it?</Trans>}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            data-autofocus
            className={buttonClasses('primary')}
            onClick={onClose}
          >
            <ExternalLink aria-hidden="true" className="size-4" />
            <Trans>Open</Trans>
          </a>
        </>
      }
    >
      <p dir="ltr" className="mt-4 text-xl font-bold break-all">
        {hostname}
      </p>
      <p dir="ltr" className="mt-1 max-h-40 overflow-y-auto text-sm break-all text-mute">
        {href}
      </p>
      {/(^|\.)xn--/.test(hostname) && (
        <p className="mt-3 rounded-chip bg-marigold-wash p-3 text-sm">
          <Trans>This name holds letters of another script. It may look like a site that it is not.</Trans>
        </p>
      )}
    </Dialog>
  );
}

/** Without a recent press the browser blocks a new tab. */
const mayOpen = (): boolean => navigator.userActivation?.isActive ?? true;

/** Returns whether the user follows `username`; undefined until known. Always false without a session. */
function useIsFollowed(username: string): boolean | undefined {
  const hasSession = useSession() !== null;
  // The last follow state reported for this user is newer than the list.
  const { data: isFollowing } = useQuery({ ...followState(username), enabled: false });
  const { data: me, isError } = useQuery({ ...meQuery, enabled: hasSession && isFollowing === undefined });
  if (!hasSession || isError) return false;
  return isFollowing ?? me?.following.includes(username);
}

/** Opens the link directly if the user follows its author; otherwise asks for confirmation first. */
export function OpenOutsideLink({ link, onClose }: OpenOutsideLinkProps) {
  const isFollowed = useIsFollowed(link.author);
  const opensDirectly = isFollowed === true && mayOpen();
  useEffect(() => {
    if (!opensDirectly) return;
    window.open(link.href, '_blank', 'noopener,noreferrer');
    onClose();
  }, [opensDirectly, link, onClose]);
  if (isFollowed === undefined || opensDirectly) return null;
  return <ConfirmOpening link={link} onClose={onClose} />;
}
