import { displayedName } from '@adda/contract/accounts';
import type { EvidencePost, EvidenceProfile } from '@adda/contract/moderation';
import { Trans, useLingui } from '@lingui/react/macro';
import { Time } from '../../../../ui/time.tsx';
import { StateMark } from '../../frame/state-mark.tsx';
import { EvidenceFileBox } from './evidence-file-box.tsx';

/** A post as it was when it was reported. */
export function PostCard({ post }: { post: EvidencePost }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <p className="flex flex-wrap items-center gap-2 text-xs text-mute">
        <Time value={post.created_at} as="full" />
        <StateMark>{post.visibility}</StateMark>
        {post.is_locked && (
          <StateMark tone="warm">
            <Trans>For subscribers</Trans>
          </StateMark>
        )}
      </p>
      {post.caption && <p className="text-sm whitespace-pre-wrap wrap-anywhere">{post.caption}</p>}
      {post.hashtags && <p className="text-sm text-mute wrap-anywhere">{post.hashtags}</p>}
      {post.file && <EvidenceFileBox file={post.file} label={t`What was posted`} />}
    </div>
  );
}

/** The reported user's profile at the time of the report. Its links are shown as text. */
export function ProfileCard({ profile }: { profile: EvidenceProfile }) {
  const { t } = useLingui();
  const name = profile.display_name || displayedName(profile.username);
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <p className="font-semibold wrap-anywhere">
        {name}{' '}
        {name !== profile.username && <span className="font-normal text-mute">@{profile.username}</span>}
      </p>
      {profile.bio && <p className="text-sm whitespace-pre-wrap wrap-anywhere">{profile.bio}</p>}
      {profile.links.length > 0 && (
        <ul aria-label={t`Links`} className="grid gap-1 text-sm text-mute">
          {profile.links.map((link) => (
            <li key={link} className="wrap-anywhere">
              {link}
            </li>
          ))}
        </ul>
      )}
      {profile.picture && <EvidenceFileBox file={profile.picture} label={t`Profile picture of ${name}`} />}
    </div>
  );
}
