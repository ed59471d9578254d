import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { isFocusLost } from '../../../ui/lost-focus.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { UploadState } from './draft-store.ts';

export type UploadProgressProps = { state: UploadState; onCancel: () => void };

/** Screen readers get every quarter, not every percent. */
const milestone = (percent: number): number => Math.floor(percent / 25) * 25;

/** Moves the focus to an element while the form is disabled, and restores it afterwards. */
function useBorrowedFocus() {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef<Element>(null);
  // Runs before the browser drops the focus of a disabled element.
  useLayoutEffect(() => {
    const { activeElement: owner } = document;
    if (owner === button.current) return;
    before.current = owner;
    button.current?.focus();
  }, []);
  useEffect(
    () => () => {
      const { current: owner } = before;
      if (isFocusLost() && owner instanceof HTMLElement && owner.isConnected) owner.focus();
    },
    [],
  );
  return button;
}

function Running({ state, onCancel }: UploadProgressProps) {
  const { t } = useLingui();
  const button = useBorrowedFocus();
  const percent = state.step === 'uploading' ? Math.floor(state.progress * 100) : 100;
  const reached = milestone(percent);
  return (
    <div className="grid gap-2 rounded-chip bg-raised p-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm font-semibold tabular-nums" aria-hidden="true">
          {state.step === 'uploading' ? <Trans>Uploading… {percent}%</Trans> : <Trans>Almost there…</Trans>}
        </p>
        <Button ref={button} tone="quiet" size="small" onClick={onCancel}>
          <Trans>Cancel upload</Trans>
        </Button>
      </div>
      <ProgressBar label={t`Upload`} percent={percent} className="w-full" />
      <div role="status">
        <VisuallyHidden>
          {state.step === 'uploading' ? (
            <Trans>{reached}% uploaded</Trans>
          ) : (
            <Trans>Uploaded. Waiting for the answer.</Trans>
          )}
        </VisuallyHidden>
      </div>
    </div>
  );
}

/** Progress of an upload with a cancel button; renders nothing without an upload. */
export function UploadProgress(props: UploadProgressProps) {
  const { step } = props.state;
  return step === 'uploading' || step === 'processing' ? <Running {...props} /> : null;
}
