import { Trans, useLingui } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import { tagsOf } from './room-labels.ts';
import { slowModeName } from './slow-mode.ts';

/** Picture with the button that edits (if there is one), topic (unless it is shown elsewhere), rules, category, languages and visibility of a room (GR-01, GR-08). */
export function RoomAbout(props: { group: Group; hasTopic?: boolean; edit?: ReactNode }) {
  const { group, hasTopic = true, edit } = props;
  const { t } = useLingui();
  const tags = tagsOf(group);
  return (
    <section aria-label={t`About this room`} className="mb-2 grid gap-3">
      <div className="flex items-center gap-4">
        <Avatar name={group.name} src={group.picture} shape="room" size="huge" className="self-start" />
        <div className="grid min-w-0 grow gap-1.5">
          {hasTopic && group.topic !== '' && <p className="break-words">{group.topic}</p>}
          {group.visibility === 'private' && (
            <p className="flex items-center gap-1.5 text-sm text-mute">
              <Lock aria-hidden="true" className="size-4 shrink-0" />
              <Trans>Private: only its members know about it.</Trans>
            </p>
          )}
          {tags.length > 0 && (
            <ul aria-label={t`What it is about`} className="flex flex-wrap gap-1.5">
              {tags.map((tag) => (
                <li key={tag} className="rounded-full bg-raised px-2.5 text-sm leading-6">
                  {tag}
                </li>
              ))}
            </ul>
          )}
          {group.slow_mode_s > 0 && (
            <p className="text-sm text-mute">
              <Trans>Slow mode: one message every {slowModeName(group.slow_mode_s)}.</Trans>
            </p>
          )}
        </div>
        {edit}
      </div>
      {group.rules !== '' && (
        <details className="rounded-card bg-surface px-4">
          <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
            <Trans>Rules of this room</Trans>
          </summary>
          <p className="pb-4 break-words whitespace-pre-wrap">{group.rules}</p>
        </details>
      )}
    </section>
  );
}
