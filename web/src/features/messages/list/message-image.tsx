import { Trans, useLingui } from '@lingui/react/macro';
import { Eye, EyeOff, ImageOff } from 'lucide-react';
import { useContext, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { TabIndex } from '../../../ui/tab-index.ts';
import { imageBox } from './image-box.ts';

/** An image of a message, and how to get a new link to it. */
export type MessagePicture = {
  /** A signed link that expires. */
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
  /** Alternative text. */
  readonly alt: string;
};

export type MessageImageProps = {
  picture: MessagePicture;
  /** Requests a fresh link; undefined if there is none. Never throws. */
  onRefresh?: (() => Promise<string | undefined>) | undefined;
  onOpen: (picture: MessagePicture) => void;
  /** Shown without a request; it can still be hidden. */
  isUncovered?: boolean;
};

const pill =
  'inline-flex min-h-11 items-center gap-2 rounded-full bg-surface px-4 text-sm font-semibold text-ink shadow-pill hover:bg-raised';

function Failed({ isBusy, onRetry }: { isBusy: boolean; onRetry: () => void }) {
  return (
    <div role="alert" className="absolute inset-0 grid content-center justify-items-center gap-1.5 p-2">
      <p className="flex items-center gap-1.5 text-center text-sm font-medium text-ink">
        <ImageOff aria-hidden="true" className="size-4 shrink-0" />
        <Trans>Failed to load image</Trans>
      </p>
      <button
        type="button"
        tabIndex={useContext(TabIndex)}
        aria-disabled={isBusy || undefined}
        className={pill}
        onClick={onRetry}
      >
        <Trans>Try Again</Trans>
      </button>
    </div>
  );
}

/** The current link, and replacing it when it has expired. */
function useLink(url: string, onRefresh: MessageImageProps['onRefresh']) {
  // Keeps the current link when the same message arrives with another one.
  const [link, setLink] = useState({ url, attempt: 0 });
  const [state, setState] = useState<'fine' | 'failed' | 'asking'>('fine');
  const ask = async () => {
    if (state === 'asking') return;
    setState('asking');
    const fresh = await onRefresh?.();
    setLink((before) => ({ url: fresh ?? before.url, attempt: before.attempt + 1 }));
    setState('fine');
  };
  const failed = () => {
    // Links expire: the first failure is retried with a fresh link automatically.
    if (link.attempt === 0 && onRefresh) void ask();
    else setState('failed');
  };
  return { link, state, ask, failed };
}

/** The link to the small variant of a stored image; the same signature is valid for both. */
const smallOf = (url: string): string => (url.includes('signature=') ? `${url}&size=small` : url);

function Shown({ picture, onRefresh, onOpen }: MessageImageProps) {
  const { t } = useLingui();
  const { link, state, ask, failed } = useLink(picture.url, onRefresh);
  const tabIndex = useContext(TabIndex);
  if (state === 'failed') return <Failed isBusy={false} onRetry={() => void ask()} />;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={t`Open image`}
      className="absolute inset-0 focus-visible:outline-offset-[-3px]"
      onClick={() => onOpen({ ...picture, url: link.url })}
    >
      <img
        key={link.attempt}
        src={smallOf(link.url)}
        alt={picture.alt}
        loading="lazy"
        decoding="async"
        onError={failed}
        className="size-full object-contain"
      />
    </button>
  );
}

/**
 * An image in a message: hidden until requested (PC-12), in a box of the same size, so that the layout does not move. A
 * press opens it larger.
 */
export function MessageImage(props: MessageImageProps) {
  const [isShown, setShown] = useState(props.isUncovered ?? false);
  const { width, height } = imageBox(props.picture.width, props.picture.height);
  return (
    <div
      style={{ width, aspectRatio: `${width} / ${height}` }}
      className="relative max-w-full overflow-hidden rounded-[.9rem] bg-raised"
    >
      {isShown && <Shown {...props} />}
      <button
        type="button"
        tabIndex={useContext(TabIndex)}
        aria-expanded={isShown}
        className={classNames(
          pill,
          'absolute',
          isShown
            ? 'end-1.5 bottom-1.5 min-h-8! gap-1.5! px-3! text-xs! opacity-90 pointer-coarse:min-h-11!'
            : 'inset-0 m-auto size-fit',
        )}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? (
          <>
            <EyeOff aria-hidden="true" className="size-4" />
            <Trans>Hide image</Trans>
          </>
        ) : (
          <>
            <Eye aria-hidden="true" className="size-4" />
            <Trans>Show Image</Trans>
          </>
        )}
      </button>
    </div>
  );
}
