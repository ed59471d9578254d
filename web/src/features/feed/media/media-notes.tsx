import type { Post } from '@adda/contract/feed';
import { Trans } from '@lingui/react/macro';
import { ImageOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { loadProblem } from './post-labels.ts';

/** A text over the area of a photo or video. */
export function MediaNote({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-surface/80 p-4 text-center">
      <span aria-hidden="true" className="text-mute">
        {icon}
      </span>
      {children}
    </div>
  );
}

/** 'Failed to load image or video: {filename}' (ME-29), with a retry button. */
export function FailedMedia({ post, onRetry }: { post: Post; onRetry: () => void }) {
  return (
    <MediaNote icon={<ImageOff className="size-7" />}>
      <p role="alert" className="max-w-full font-medium break-words">
        {loadProblem(post)}
      </p>
      <Button tone="quiet" size="small" onClick={onRetry}>
        <Trans>Try Again</Trans>
      </Button>
    </MediaNote>
  );
}
