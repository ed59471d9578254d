import type { LinkPreview } from '@adda/contract/messages';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useContext, useState } from 'react';
import { OutsideLink } from '../../../ui/outside-link.tsx';
import { TabIndex } from '../../../ui/tab-index.ts';
import { userSettingsQuery } from '../../accounts/index.ts';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import { LinkContext } from '../list/link-policy.ts';

export type PreviewCardProps = {
  message: ChatMessage;
  conversation: Pick<Conversation, 'readMessage'>;
  isOwn: boolean;
};

/** A title of the page beside the name of its site; the height is the same for each card. */
const look =
  'mt-1 mb-0.5 flex h-19 w-80 max-w-full overflow-hidden rounded-chip border border-line bg-surface text-start text-sm text-ink';

/** Returns the host of a link, without the usual `www.`. */
const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

type PictureProps = {
  url: string;
  /** Returns a fresh link; undefined if there is none. Never throws. */
  onRefresh: () => Promise<string | undefined>;
};

/** The picture of a page. Its link expires: the first failure is retried with a fresh one, then the picture is left out. */
function Picture({ url, onRefresh }: PictureProps) {
  const [link, setLink] = useState<{ url: string | undefined; isFresh: boolean }>({ url, isFresh: false });
  if (link.url === undefined) return null;
  const failed = async () => setLink({ url: link.isFresh ? undefined : await onRefresh(), isFresh: true });
  return (
    <img
      key={link.url}
      src={link.url}
      alt=""
      loading="lazy"
      decoding="async"
      className="w-19 shrink-0 bg-raised object-cover"
      onError={() => void failed()}
    />
  );
}

/** The picture of another user's card is hidden until it is asked for, as images in messages are (GC-27, PC-12). */
function CoveredPicture(picture: PictureProps) {
  const { t } = useLingui();
  const tabIndex = useContext(TabIndex);
  const [isShown, setShown] = useState(false);
  if (isShown) return <Picture {...picture} />;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={t`Show Image`}
      onClick={() => setShown(true)}
      className="grid w-19 shrink-0 place-items-center bg-raised text-mute hover:text-ink"
    >
      <Eye aria-hidden="true" className="size-5" />
    </button>
  );
}

type CardProps = PreviewCardProps & { preview: LinkPreview; isKnown: boolean };

function Card({ preview, message, conversation, isKnown, isOwn }: CardProps) {
  const { url, title, site, image_url: picture } = preview;
  const host = hostOf(url);
  const readPicture = () =>
    conversation.readMessage(message._id).then(
      (fresh) => fresh.preview?.image_url ?? undefined,
      () => undefined,
    );
  const given = picture !== null && { url: picture, onRefresh: readPicture };
  return (
    <div className={look}>
      {given && (isOwn ? <Picture {...given} /> : <CoveredPicture {...given} />)}
      <OutsideLink
        href={url}
        author={message.sender}
        isKnown={isKnown}
        tabIndex={useContext(TabIndex)}
        className="grid min-w-0 grow content-center gap-0.5 px-2.5 py-1.5 hover:bg-raised"
      >
        <span dir="auto" className="line-clamp-2 leading-tight font-semibold [overflow-wrap:anywhere]">
          {title}
        </span>{' '}
        <span className="flex min-w-0 gap-1.5 text-xs text-mute">
          {site !== host && <bdi className="min-w-0 truncate">{site}</bdi>}{' '}
          {/* A page can give itself any name: the host is always shown. */}
          <bdi dir="ltr" className="max-w-full shrink-0 truncate">
            {host}
          </bdi>
        </span>
      </OutsideLink>
    </div>
  );
}

/**
 * The card of a message's first link (FT-05). Nothing where links are plain text (SV-105), and for users who do not want
 * cards.
 */
export function PreviewCard(props: PreviewCardProps) {
  const { message, isOwn } = props;
  const { arePlain, areKnown } = useContext(LinkContext);
  const { data, isPending } = useQuery(userSettingsQuery);
  const { preview } = message;
  if (!preview || (arePlain && !isOwn)) return null;
  // The space of the card stays reserved until the setting is known.
  if (isPending) return <div className={look} />;
  if (data?.link_previews === false) return null;
  return <Card {...props} preview={preview} isKnown={isOwn || areKnown} />;
}
