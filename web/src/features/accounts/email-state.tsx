import { Trans } from '@lingui/react/macro';
import { MailCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { ResendVerification } from './resend-verification.tsx';
import { SectionCard } from './section-card.tsx';

export type EmailStateProps = {
  email: string;
  isVerified: boolean;
  /** Shown below. */
  children?: ReactNode;
};

/** The user's e-mail address and whether it is confirmed (SV-07, SV-08). */
export function EmailState({ email, isVerified, children }: EmailStateProps) {
  return (
    <SectionCard title={<Trans>E-mail</Trans>}>
      <p className="break-words">{email}</p>
      {isVerified ? (
        <p className="flex items-center gap-2 text-sm font-semibold text-teal">
          <MailCheck aria-hidden="true" className="size-4 shrink-0" />
          <Trans>Confirmed</Trans>
        </p>
      ) : (
        <>
          <p className="text-mute">
            <Trans>
              Not confirmed yet. Open the link in the mail we sent you, so you can always get back in.
            </Trans>
          </p>
        </>
      )}
      <div className="flex flex-wrap items-start gap-x-2 gap-y-4">
        {!isVerified && <ResendVerification />}
        {children}
      </div>
    </SectionCard>
  );
}
