import { displayedName } from '@adda/contract/accounts';
import type { ActivityItem } from '@adda/contract/activity';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';

type Actor = ActivityItem['actors'][number];

const nameOf = ({ username, display_name: name }: Actor) => (
  <b key={username} dir="auto" className="font-semibold">
    {name || displayedName(username)}
  </b>
);

/** Who did it: 'esha', 'esha and omar', 'esha, omar and 7 others' (NT-01). */
function Who({ item: { actors, actor_count: count } }: { item: ActivityItem }) {
  const [first, second, third] = actors.map(nameOf);
  if (first === undefined) return <Plural value={Math.max(count, 1)} one="Somebody" other="# people" />;
  if (count <= 1) return first;
  if (second !== undefined && count === 2) {
    return (
      <Trans>
        {first} and {second}
      </Trans>
    );
  }
  if (second !== undefined && third !== undefined && count === 3) {
    return (
      <Trans>
        {first}, {second} and {third}
      </Trans>
    );
  }
  if (second === undefined) {
    return (
      <Plural
        value={count - 1}
        one={<Trans>{first} and # other</Trans>}
        other={<Trans>{first} and # others</Trans>}
      />
    );
  }
  return (
    <Plural
      value={count - 2}
      one={
        <Trans>
          {first}, {second} and # other
        </Trans>
      }
      other={
        <Trans>
          {first}, {second} and # others
        </Trans>
      }
    />
  );
}

/** What somebody said to or about the user, by where it stands. */
function mentionOf({ subject }: ActivityItem, who: ReactNode): ReactNode {
  if (subject.type === 'comment') return <Trans>{who} mentioned you in a comment</Trans>;
  if (subject.type === 'post') return <Trans>{who} mentioned you in a post</Trans>;
  return subject.group_id === undefined ? (
    <Trans>{who} mentioned you</Trans>
  ) : (
    <Trans>{who} mentioned you in a room</Trans>
  );
}

/** What happened, in a sentence, such as 'esha, omar and 7 others liked your post' (NT-01). */
export function ActivitySentence({ item }: { item: ActivityItem }): ReactNode {
  const who = <Who item={item} />;
  switch (item.kind) {
    case 'like':
      return item.subject.type === 'comment' ? (
        <Trans>{who} liked your comment</Trans>
      ) : (
        <Trans>{who} liked your post</Trans>
      );
    case 'comment':
      return <Trans>{who} commented on your post</Trans>;
    case 'comment_reply':
      return <Trans>{who} replied to your comment</Trans>;
    case 'follow':
      return (
        <Plural
          value={item.actor_count}
          one={<Trans>{who} now follows you</Trans>}
          other={<Trans>{who} now follow you</Trans>}
        />
      );
    case 'follow_request':
      return <Trans>{who} asked to follow you</Trans>;
    case 'mention':
      return mentionOf(item, who);
    case 'reply':
      return <Trans>{who} replied to your message</Trans>;
    case 'emoji_reaction':
      return <Trans>{who} reacted to your message</Trans>;
    case 'gift':
      return <Trans>{who} gave you a gift</Trans>;
    case 'subscription':
      return <Trans>{who} subscribed to you</Trans>;
    case 'payout':
      return <Trans>There is news about your payout</Trans>;
    case 'invite':
      return <Trans>{who} invited you to a room</Trans>;
    case 'moderation':
      return <Trans>A message from the people who look after Adda</Trans>;
    case 'export_ready':
      return <Trans>The copy of your data is ready</Trans>;
    case 'security':
      return <Trans>You logged in on a new device. Was it not you? See your devices.</Trans>;
    case 'announcement':
      return <Trans>News from Adda</Trans>;
  }
}
