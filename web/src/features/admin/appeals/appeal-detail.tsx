import { displayedName } from '@adda/contract/accounts';
import type { AppealCase } from '@adda/contract/moderation';
import { Trans } from '@lingui/react/macro';
import { Time } from '../../../ui/time.tsx';
import { DetailBlock, DetailHeading } from '../frame/detail.tsx';
import { PersonLink } from '../people/person-line.tsx';
import { SanctionList } from '../people/sanction-list.tsx';
import { AppealDecisionForm } from './appeal-decision.tsx';

function Outcome({ appeal }: { appeal: AppealCase }) {
  const { decided_by: by, decided_at: at, answer } = appeal;
  return (
    <DetailBlock title={appeal.status === 'upheld' ? <Trans>Upheld</Trans> : <Trans>Reversed</Trans>}>
      <p className="text-sm text-mute">
        {by && <Trans>by {by}</Trans>} {at && <Time value={at} as="full" />}
      </p>
      {answer && <p className="whitespace-pre-wrap wrap-anywhere">{answer}</p>}
    </DetailBlock>
  );
}

export type AppealDetailProps = { appeal: AppealCase; onDecided: () => void };

/** An appeal: its text, the sanction it contests, and the decision form. */
export function AppealDetail({ appeal, onDecided }: AppealDetailProps) {
  const name = displayedName(appeal.person.username);
  return (
    <article className="grid max-w-3xl grid-cols-1 gap-5">
      <header className="grid gap-2">
        <DetailHeading>
          <Trans>Appeal of {name}</Trans>
        </DetailHeading>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-mute">
          <PersonLink person={appeal.person} />
          <Time value={appeal.created_at} as="full" />
        </p>
      </header>
      <DetailBlock title={<Trans>What they say</Trans>}>
        <p className="rounded-card border border-line bg-surface p-4 whitespace-pre-wrap wrap-anywhere">
          {appeal.text}
        </p>
      </DetailBlock>
      <DetailBlock title={<Trans>The decision</Trans>}>
        <SanctionList sanctions={[appeal.sanction]} />
      </DetailBlock>
      {appeal.status === 'open' ? (
        <AppealDecisionForm appeal={appeal} onDecided={onDecided} />
      ) : (
        <Outcome appeal={appeal} />
      )}
    </article>
  );
}
