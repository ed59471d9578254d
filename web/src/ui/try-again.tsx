import { Trans } from '@lingui/react/macro';
import { Button } from './button.tsx';

/** A small button that asks for code once more: what a `Part` shows where it did not come. */
export const tryAgain = (retry: () => void) => (
  <Button tone="quiet" size="small" onClick={retry}>
    <Trans>Try Again</Trans>
  </Button>
);
