import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { useAction } from './use-action.ts';

export type DecisionButtonsProps<Status> = {
  /** The possible decisions, with the toast shown on success. */
  decisions: readonly { status: Status; label: ReactNode; done: string }[];
  send: (status: Status) => Promise<unknown>;
};

/** A button for each possible decision about a card. A toast reports the result. */
export function DecisionButtons<Status extends string>({ decisions, send }: DecisionButtonsProps<Status>) {
  const act = useAction(send, {
    onDone: (_answer, status) => {
      const done = decisions.find((decision) => decision.status === status)?.done;
      if (done !== undefined) toast.success(done);
    },
    onFailed: (error) => void toast.problem(failureText(error)),
  });
  return (
    <div className="flex flex-wrap gap-2">
      {decisions.map(({ status, label }) => (
        <Button
          key={status}
          tone="quiet"
          size="small"
          isBusy={act.sent === status}
          onClick={() => act.run(status)}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}
