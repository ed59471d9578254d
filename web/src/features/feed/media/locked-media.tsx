import type { Post } from '@adda/contract/feed';
import { Trans } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import { Spinner } from '../../../ui/spinner.tsx';
import { MediaFrame } from './media-frame.tsx';

export type LockedMediaProps = {
  post: Post;
  onUnlock: () => void;
  /** The plans are being requested. */
  isBusy: boolean;
};

/** 'Subscribe to see' on a blur (FE-10): pressing it requests the plans (FE-44). */
export function LockedMedia({ post, onUnlock, isBusy }: LockedMediaProps) {
  return (
    <MediaFrame post={post}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-busy={isBusy || undefined}
        onClick={onUnlock}
        className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-surface/35 focus-visible:outline-offset-[-3px]"
      >
        <span className="grid size-16 place-items-center rounded-full bg-surface/90 text-rani-ink shadow-pill">
          {isBusy ? <Spinner /> : <Lock aria-hidden="true" className="size-7" />}
        </span>
        <span className="rounded-full bg-surface/90 px-4 py-1.5 font-semibold shadow-pill">
          <Trans>Subscribe to see</Trans>
        </span>
      </button>
    </MediaFrame>
  );
}
