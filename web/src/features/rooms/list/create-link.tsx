import { Trans, useLingui } from '@lingui/react/macro';
import { isGuestName } from '@adda/contract/accounts';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useId } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';

/** Whether the user is a guest, who can't create rooms. */
export const useIsGuest = (): boolean => isGuestName(useSession()?.username ?? '');

/** Where only the plus is shown. */
const round = 'max-sm:size-11 max-sm:px-0 lg:size-11 lg:px-0';
const unseen = 'max-sm:sr-only lg:sr-only';

export type CreateLinkProps = {
  /** Beside a title that leaves no room for the words: only the plus, on phones and in the panel of wide screens. */
  isBesideTitle?: boolean;
};

/** The link to create a room; guests see why they can't (SH-26, X-52). */
export function CreateLink({ isBesideTitle = false }: CreateLinkProps) {
  const { t } = useLingui();
  const reason = useId();
  const isGuest = useIsGuest();
  const plus = <Plus aria-hidden="true" className="size-4" />;
  if (!isGuest) {
    return (
      <Link
        to="/v1/group/create"
        title={isBesideTitle ? t`Create room` : undefined}
        className={classNames(buttonClasses('warm', 'small'), isBesideTitle && round)}
      >
        {plus}
        <span className={isBesideTitle ? unseen : undefined}>
          <Trans>Create room</Trans>
        </span>
      </Link>
    );
  }
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        disabled
        aria-describedby={reason}
        icon={plus}
        className={isBesideTitle ? round : undefined}
      >
        <span className={isBesideTitle ? unseen : undefined}>
          <Trans>Create room</Trans>
        </span>
      </Button>
      {/* On a separate line below the heading and the button. */}
      <p id={reason} className="order-last w-full text-xs text-mute">
        <Trans>Guest users cannot create groups</Trans>
      </p>
    </>
  );
}
