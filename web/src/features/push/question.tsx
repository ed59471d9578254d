import { Trans, useLingui } from '@lingui/react/macro';
import { BellRing } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useDevicePush } from './use-device-push.ts';

/** Storage key: the question was asked on this device, and is not asked again (PN-02). */
const ASKED_KEY = 'pushAsked';

const wasAsked = (): boolean => localStorage.getItem(ASKED_KEY) !== null;

export type PushQuestionProps = {
  /** Whether a message was sent since the chat was opened. */
  readonly hasSent: boolean;
};

/**
 * Asks once on a device, after the first message was sent, whether notifications are to be shown (PN-02). It lies over the
 * top of the messages, and none of them moves.
 */
export function PushQuestion({ hasSent }: PushQuestionProps) {
  const [isAnswered, setAnswered] = useState(wasAsked);
  const answer = () => {
    localStorage.setItem(ASKED_KEY, '1');
    setAnswered(true);
  };
  const push = useDevicePush(answer);
  if (!hasSent || isAnswered || (push.state !== 'off' && !push.isBusy)) return null;
  return <Question {...push} onLater={answer} />;
}

type QuestionProps = ReturnType<typeof useDevicePush> & { readonly onLater: () => void };

function Question({ isBusy, error, switchTo, onLater }: QuestionProps) {
  const { t } = useLingui();
  const id = useId();
  return (
    <div className="relative z-10">
      {/* Only its buttons can be pressed: what is below the words stays within reach. */}
      <section
        aria-labelledby={id}
        className="pointer-events-none absolute inset-x-3 top-2 mx-auto flex max-w-md flex-wrap items-center justify-end gap-x-3 gap-y-1 rounded-card border border-line bg-surface py-1.5 ps-4 pe-2 shadow-card"
      >
        <div className="flex min-w-0 grow basis-48 items-center gap-2">
          <BellRing aria-hidden="true" className="size-5 shrink-0 text-rani-ink" />
          <div className="min-w-0">
            <h2 id={id} className="text-sm font-semibold">
              <Trans>Know when they answer?</Trans>
            </h2>
            {error && (
              <p role="alert" className="text-sm text-danger">
                {t`That didn’t work. You can try it again, or later in the settings.`}
              </p>
            )}
          </div>
        </div>
        <div className="pointer-events-auto flex gap-1">
          <Button tone="plain" size="small" onClick={onLater}>
            <Trans>Not now</Trans>
          </Button>
          <Button size="small" isBusy={isBusy} onClick={() => switchTo(true)}>
            <Trans>Turn on</Trans>
          </Button>
        </div>
      </section>
    </div>
  );
}
