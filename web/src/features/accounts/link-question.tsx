import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { AccountPage } from './account-page.tsx';
import { NextLink } from './next-link.tsx';

/** Whether a link of a mail is used, expired or not one at all. */
export const isDeadLink = (error: Error | null): boolean =>
  error instanceof ApiError &&
  (error.code === 'invalid_verification_link' || error.fields.token !== undefined);

/** In place of the question: the link does nothing any more. */
export function DeadMailLink({ lead }: { lead: ReactNode }) {
  const { t } = useLingui();
  return (
    <AccountPage title={t`This link doesn't work any more`} lead={lead}>
      <NextLink />
    </AccountPage>
  );
}

type QuestionProps = {
  title: string;
  lead: ReactNode;
  label: ReactNode;
  error: Error | null;
  isBusy: boolean;
  onPress: () => void;
};

/** Asks before a link of a mail does anything: programs that check mails open links as well (ID-05). */
export function LinkQuestion({ title, lead, label, error, isBusy, onPress }: QuestionProps) {
  return (
    <AccountPage title={title} lead={lead}>
      {error && (
        <p role="alert" className="text-danger">
          {failureText(error)}
        </p>
      )}
      <Button isBusy={isBusy} onClick={onPress}>
        {label}
      </Button>
    </AccountPage>
  );
}
