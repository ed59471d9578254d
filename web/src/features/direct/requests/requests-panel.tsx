import type { ChatRequest } from '@adda/contract/direct';
import { displayedName } from '@adda/contract/accounts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, Inbox } from 'lucide-react';
import { useState } from 'react';
import { useOpenChat, useSwitchChat } from '../../../platform/use-switch-chat.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { usePreviewText } from '../../../ui/preview-text.ts';
import { PersonRow } from '../../../ui/person-row.tsx';
import { Time, useTimeText } from '../../../ui/time.tsx';
import { GuestTag } from '../../accounts/index.ts';
import { previewOf } from '../../messages/index.ts';
import { useUnreadRequests } from '../unread/unread-count.ts';
import { requests } from './requests.queries.ts';

/** What the user and the stranger have in common, in one line. */
function InCommon({ request }: { request: ChatRequest }) {
  const { mutual_groups: groups, mutual_follows: follows, mutual_follow_count: count } = request;
  const [first] = groups;
  const [friend = ''] = follows;
  const others = count - 1;
  const since = useTimeText(request.account_created_at, 'ago');
  const name = displayedName(friend);
  return (
    <span className="grid text-sm text-mute">
      <span>
        <Trans>Joined {since}</Trans>
      </span>
      {first && (
        <span className="line-clamp-2 wrap-anywhere">
          {groups.length === 1 ? (
            <Trans>You are both in {first.name}</Trans>
          ) : (
            <Trans>
              You are both in {first.name} and {groups.length - 1} more
            </Trans>
          )}
        </span>
      )}
      {count > 0 && (
        <span className="line-clamp-2 wrap-anywhere">
          {others === 0 ? (
            <Trans>You both follow {name}</Trans>
          ) : (
            <Plural
              value={others}
              one={`You both follow ${name} and # other`}
              other={`You both follow ${name} and # others`}
            />
          )}
        </span>
      )}
    </span>
  );
}

type CardProps = { request: ChatRequest; isOpen: boolean; onOpen: (username: string) => void };

function RequestCard({ request, isOpen, onOpen }: CardProps) {
  const { username, latest_message: latest, unread_count: unread } = request;
  const name = displayedName(username);
  const content = usePreviewText(latest.content);
  return (
    <PersonRow username={username} isOpen={isOpen} onOpen={onOpen}>
      <span className="shrink-0 self-start pt-0.5">
        <Avatar name={username} displayedName={name} src={request.profile_picture} size="large" />
      </span>
      <span className="grid min-w-0 grow grid-cols-1">
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate font-semibold">{name}</span>
          <GuestTag username={username} />
          <Time value={latest.timestamp} as="ago" className="ms-auto shrink-0 text-xs text-mute" />
        </span>
        <span className={classNames('truncate text-sm', unread > 0 ? 'font-semibold text-ink' : 'text-mute')}>
          {content === undefined ? '' : previewOf({ ...latest, content })}
        </span>
        <InCommon request={request} />
      </span>
    </PersonRow>
  );
}

/** Requests of strangers above the conversations: one row that opens their list; nothing without any (MR-02). */
export function RequestsSection() {
  const { t } = useLingui();
  const [isListed, setListed] = useState(false);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(requests);
  const unread = useUnreadRequests();
  const switchChat = useSwitchChat();
  const { username: openUser } = useOpenChat();
  const all = data?.pages.flatMap((page) => page.requests) ?? [];
  if (all.length === 0) return null;
  const count = `${all.length}${hasNextPage ? '+' : ''}`;
  return (
    <section aria-label={t`Requests`} className="border-b border-line p-1">
      <button
        type="button"
        aria-expanded={isListed}
        onClick={() => setListed(!isListed)}
        className="flex min-h-12 w-full items-center gap-3 rounded-chip px-3 text-start font-semibold hover:bg-raised"
      >
        <Inbox aria-hidden="true" className="size-5 shrink-0 text-mute" />
        <Trans>Requests ({count})</Trans>
        {/* As wide as with a number, which comes with another response. */}
        <span className="ms-auto flex min-w-16 items-center justify-end gap-2">
          <Badge count={unread} label={t`${unread} new`} isQuiet />
          <ChevronDown
            aria-hidden="true"
            className={classNames('size-5 text-mute transition-transform', isListed && 'rotate-180')}
          />
        </span>
      </button>
      {isListed && (
        <>
          <p className="px-3 py-1 text-sm text-mute">
            <Trans>People you don’t know yet. They aren’t told what you read until you accept.</Trans>
          </p>
          <ul aria-label={t`Requests`}>
            {all.map((request) => (
              <li key={request.username}>
                <RequestCard
                  request={request}
                  isOpen={request.username === openUser}
                  onOpen={(username) => switchChat({ username })}
                />
              </li>
            ))}
          </ul>
          {hasNextPage && (
            <Button
              tone="plain"
              size="small"
              isBusy={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              <Trans>Show more</Trans>
            </Button>
          )}
        </>
      )}
    </section>
  );
}
