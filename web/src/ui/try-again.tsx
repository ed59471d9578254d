import { Trans } from '@lingui/react/macro';
import { Button } from './button.tsx';

/** A small retry button, for the `failed` view of a {@link LazyComponent}. */
export const tryAgain = (retry: () => void) => (
  <Button tone="quiet" size="small" onClick={retry}>
    <Trans>Try Again</Trans>
  </Button>
);
