import type { ReportDetail } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { DetailBlock } from '../../frame/detail.tsx';
import { PlaceLink } from '../../frame/place-link.tsx';
import { PersonLink } from '../../people/person-line.tsx';
import { SanctionList } from '../../people/sanction-list.tsx';

/** The reporter and the results of their earlier reports. */
export function ReporterLine({ report }: { report: ReportDetail }) {
  const { reporter, reporter_reports: made, reporter_dismissed: dismissed } = report;
  if (!reporter)
    return (
      <p className="text-sm text-mute">
        <Trans>The word list raised it; nobody reported it.</Trans>
      </p>
    );
  const madeLabel = plural(made, { one: '# report so far', other: '# reports so far' });
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <PersonLink person={reporter} />
      <span className="text-mute">
        <Trans>
          {madeLabel}, {dismissed} of them dismissed
        </Trans>
      </span>
    </p>
  );
}

/** The record of the reported user. */
export function ReportedHistory({ report }: { report: ReportDetail }) {
  const { reported, other_reports: others, other_reporters: by, flags, sanctions } = report;
  const reports = plural(others, { one: '# other report', other: '# other reports' });
  const people = plural(by, { one: '# person', other: '# people' });
  return (
    <DetailBlock title={<Trans>What is known of them</Trans>}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <PersonLink person={reported} />
        {others > 0 ? (
          <PlaceLink view="reports" filter={{ status: 'all', reported: reported.username }}>
            <Trans>
              {reports} by {people}
            </Trans>
          </PlaceLink>
        ) : (
          <span className="text-mute">
            <Trans>No other reports</Trans>
          </span>
        )}
        {flags > 0 && (
          <PlaceLink view="hints">{plural(flags, { one: '# open hint', other: '# open hints' })}</PlaceLink>
        )}
      </p>
      <SanctionList sanctions={sanctions} />
    </DetailBlock>
  );
}
