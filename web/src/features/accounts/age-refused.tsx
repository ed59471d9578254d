import { Trans } from '@lingui/react/macro';
import { Heart } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** Replaces the form for users under the minimum age, since a retry changes nothing (X-08). */
export function AgeRefused() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="grid justify-items-center gap-2 py-4 text-center outline-none"
    >
      <span
        aria-hidden="true"
        className="blob mb-2 grid size-18 place-items-center bg-marigold-wash text-rani-ink"
      >
        <Heart className="size-7" />
      </span>
      <p className="font-display text-lg font-bold">
        <Trans>Adda is for adults only</Trans>
      </p>
      <p className="text-mute">
        <Trans>
          You must be 18 or older to use Adda, so we can't let you in. Thanks for stopping by, and take care.
        </Trans>
      </p>
    </div>
  );
}
