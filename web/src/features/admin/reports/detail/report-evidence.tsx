import type { ReportDetail } from '@adda/contract/moderation';
import { Trans } from '@lingui/react/macro';
import { DetailBlock } from '../../frame/detail-block.tsx';
import { PostCard, ProfileCard } from '../evidence/evidence-cards.tsx';
import { EvidenceMessages } from '../evidence/evidence-messages.tsx';

/** Evidence stored at the time of the report. */
export function ReportEvidence({ report }: { report: ReportDetail }) {
  const { messages, post, profile } = report.evidence;
  return (
    <>
      {messages.length > 0 && (
        <DetailBlock title={<Trans>What was said</Trans>}>
          <EvidenceMessages messages={messages} reported={report.reported.username} />
        </DetailBlock>
      )}
      {post && (
        <DetailBlock title={<Trans>The post</Trans>}>
          <PostCard post={post} />
        </DetailBlock>
      )}
      {profile && (
        <DetailBlock title={<Trans>The profile</Trans>}>
          <ProfileCard profile={profile} />
        </DetailBlock>
      )}
      {messages.length === 0 && !post && !profile && (
        <p className="text-sm text-mute">
          <Trans>Nothing was there to be kept with this report.</Trans>
        </p>
      )}
    </>
  );
}
