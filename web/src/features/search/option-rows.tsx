import { displayedName } from '@adda/contract/accounts';
import { Plural, Trans } from '@lingui/react/macro';
import { Hash, MessageCircle, Newspaper } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { Time } from '../../ui/time.tsx';
import { GuestTag } from '../accounts/index.ts';
import { MarkedText, spansOf } from './marked-text.tsx';
import type { SearchOption } from './search.queries.ts';

type RowProps = { icon: ReactNode; title: ReactNode; aside?: ReactNode; line?: ReactNode };

/** A result: a picture, a title, and a line below. */
function Row({ icon, title, aside, line }: RowProps) {
  return (
    <>
      {icon}
      <span className="grid min-w-0 grow grid-cols-1">
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate font-semibold">{title}</span>
          {aside}
        </span>
        {line && <span className="line-clamp-2 text-sm wrap-anywhere text-mute">{line}</span>}
      </span>
    </>
  );
}

function RoundIcon({ children }: { children: ReactNode }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-10 shrink-0 place-items-center rounded-full bg-raised text-mute"
    >
      {children}
    </span>
  );
}

function MessageRow({ result }: { result: Extract<SearchOption, { kind: 'messages' }>['result'] }) {
  const { message, where, highlights } = result;
  const sender = displayedName(message.sender);
  return (
    <Row
      icon={
        <RoundIcon>
          <MessageCircle className="size-5" />
        </RoundIcon>
      }
      title={'group_id' in where ? where.name : displayedName(where.username)}
      aside={<Time value={message.timestamp} as="ago" className="ms-auto shrink-0 text-xs text-mute" />}
      line={
        <>
          {sender}: <MarkedText text={message.content} spans={highlights} isExcerpt />
        </>
      }
    />
  );
}

/** The content of a result, with the parts marked that match the search text. */
export function OptionRow({ option, text }: { option: SearchOption; text: string }) {
  const marked = (name: string) => <MarkedText text={name} spans={spansOf(name, text)} />;
  switch (option.kind) {
    case 'people': {
      const { username, profile_picture: src } = option.user;
      const name = displayedName(username);
      return (
        <Row
          icon={<Avatar name={username} displayedName={name} src={src} />}
          title={marked(name)}
          aside={<GuestTag username={username} />}
        />
      );
    }
    case 'rooms': {
      const { name, member_count: count, is_member: isMember } = option.group;
      return (
        <Row
          icon={<Avatar name={name} shape="room" />}
          title={marked(name)}
          line={
            <>
              <Plural value={count} one="# member" other="# members" />
              {isMember && (
                <>
                  {' · '}
                  <Trans>You're in</Trans>
                </>
              )}
            </>
          }
        />
      );
    }
    case 'posts': {
      const { sender, caption, hashtags, created_at: at } = option.post;
      const content = [caption, hashtags].filter(Boolean).join(' ');
      return (
        <Row
          icon={
            <RoundIcon>
              <Newspaper className="size-5" />
            </RoundIcon>
          }
          title={displayedName(sender)}
          aside={<Time value={at} as="ago" className="ms-auto shrink-0 text-xs text-mute" />}
          line={<MarkedText text={content} spans={spansOf(content, text)} isExcerpt />}
        />
      );
    }
    case 'hashtags': {
      const { tag, posts } = option.hashtag;
      return (
        <Row
          icon={
            <RoundIcon>
              <Hash className="size-5" />
            </RoundIcon>
          }
          title={<>#{marked(tag)}</>}
          line={<Plural value={posts} one="# post" other="# posts" />}
        />
      );
    }
    case 'messages':
      return <MessageRow result={option.result} />;
  }
}
