import type { ReportDetail } from '@adda/contract/moderation';
import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { DetailBlock } from '../../frame/detail-block.tsx';
import { adminSearch } from '../../frame/use-admin-place.ts';
import { PersonLink } from '../../people/person-line.tsx';
import { SanctionList } from '../../people/sanction-list.tsx';

const linkClasses =
  'font-semibold text-rani-ink underline-offset-4 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center';

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
          <Link
            to="/admin"
            search={adminSearch({ view: 'reports', filter: { status: 'all', reported: reported.username } })}
            className={linkClasses}
          >
            <Trans>
              {reports} by {people}
            </Trans>
          </Link>
        ) : (
          <span className="text-mute">
            <Trans>No other reports</Trans>
          </span>
        )}
        {flags > 0 && (
          <Link to="/admin" search={adminSearch({ view: 'hints' })} className={linkClasses}>
            {plural(flags, { one: '# open hint', other: '# open hints' })}
          </Link>
        )}
      </p>
      <SanctionList sanctions={sanctions} />
    </DetailBlock>
  );
}
