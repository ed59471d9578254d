import { VIDEO_URL_MAX, videoIdOf } from '@adda/contract/video';
import type { FoundVideo } from '@adda/contract/video';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, type SyntheticEvent } from 'react';
import { clientConfig } from '../../platform/client-config.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeletons.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { VideoSearch, type VideoSearchProps } from './video-search.tsx';

/** A video to add to a message; `title` is known for a search result. */
export type ChosenVideo = { readonly url: string; readonly videoId: string; readonly title?: string };

export type AddVideoProps = {
  isOpen: boolean;
  onClose: () => void;
  /** Called once with a video whose URL is valid; close the dialog then. */
  onChoose: (video: ChosenVideo) => void;
};

/** Debounce of the validation: no error is shown while the user is typing. */
const TYPING_PAUSE_MS = 600;

/** The search, or why it is not available; where the server's config does not include it, the first search shows it. */
function SearchPart(props: VideoSearchProps) {
  const { data, isPending } = useQuery(clientConfig());
  if (isPending) return <Skeleton className="h-12 w-full" />;
  if (data?.features['video_search'] !== false) return <VideoSearch {...props} />;
  return (
    <p className="text-mute">
      <Trans>Video search is not set up here. A YouTube link works just as well.</Trans>
    </p>
  );
}

/** Whether a text has not changed for a moment. */
function useIsSettled(text: string): boolean {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled === text;
}

type AddressFormProps = {
  id: string;
  address: string;
  onAddress: (address: string) => void;
  onSubmit: () => void;
};

function AddressForm({ id, address, onAddress, onSubmit }: AddressFormProps) {
  const { t } = useLingui();
  const [isTouched, setTouched] = useState(false);
  const isSettled = useIsSettled(address);
  const isBad = address.trim() !== '' && videoIdOf(address) === undefined;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setTouched(true);
    onSubmit();
  };
  return (
    <form id={id} noValidate onSubmit={submit}>
      <TextField
        label={t`YouTube URL`}
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        maxLength={VIDEO_URL_MAX}
        placeholder="https://www.youtube.com/watch?v=…"
        value={address}
        error={isBad && (isTouched || isSettled) && <span role="alert">{t`Invalid YouTube URL`}</span>}
        onChange={(event) => {
          setTouched(false);
          onAddress(event.target.value);
        }}
        onBlur={() => setTouched(true)}
      />
    </form>
  );
}

/** The dialog (GC-28): a search, a URL, and a button that is disabled until the URL is valid (VP-12, VP-13). */
export function AddVideo({ onClose, onChoose }: Omit<AddVideoProps, 'isOpen'>) {
  const { t } = useLingui();
  const formId = useId();
  const [address, setAddress] = useState('');
  const [found, setFound] = useState<FoundVideo>();
  const videoId = videoIdOf(address);

  const choose = (video: FoundVideo) => {
    setFound(video);
    setAddress(video.url);
  };
  const confirm = () => {
    if (videoId === undefined) return;
    const title = found?.video_id === videoId ? found.title : undefined;
    onChoose({ url: address.trim(), videoId, ...(title !== undefined && { title }) });
  };
  return (
    <Dialog
      isOpen
      keepOpenOnOutsidePress
      onClose={onClose}
      title={t`Add Video to Message`}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} disabled={videoId === undefined}>
            <Trans>Add Video</Trans>
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <SearchPart chosenId={videoId} onChoose={choose} />
        <AddressForm id={formId} address={address} onAddress={setAddress} onSubmit={confirm} />
      </div>
    </Dialog>
  );
}
