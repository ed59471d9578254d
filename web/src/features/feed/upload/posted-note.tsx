import { Trans } from '@lingui/react/macro';
import { PartyPopper } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** Success message of a dialog before it closes automatically (Q-35). */
export function PostedNote() {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <div ref={note} tabIndex={-1} className="grid justify-items-center gap-3 py-6 text-center outline-none">
      <span
        aria-hidden="true"
        className="blob grid size-18 place-items-center bg-marigold-wash text-rani-ink"
      >
        <PartyPopper className="size-8" />
      </span>
      <p className="text-lg font-semibold">
        <Trans>It's up!</Trans>
      </p>
      <p className="text-mute">
        <Trans>Its preview is ready in a moment.</Trans>
      </p>
    </div>
  );
}
