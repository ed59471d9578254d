import { IMAGE_FILE_TYPES } from '@adda/contract/media/limits';
import type { Profile } from '@adda/contract/profiles';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ImageIcon, ImageUp, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { checkImageFile } from '../../../platform/compress-image.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';
import { webAddress } from '../safe-links.ts';
import type { PictureDraft } from './profile-draft.ts';

const cropper = lazyComponent(() => import('./crop-picture.tsx'));

export type PictureChoiceProps = {
  profile: Profile;
  picture: PictureDraft;
  onChange: (picture: PictureDraft) => void;
  urlProblem: string | undefined;
};

/** The server's timeout for fetching an image is ten seconds; this is longer. */
const PREVIEW_TIMEOUT_MS = 20_000;

/** Fetches the image of a URL through the server, debounced; the browser itself never loads external images. */
function useFetchedImage(typed: string) {
  const address = useDebouncedValue(typed);
  return useQuery({
    queryKey: ['profiles', 'picture-from', address],
    queryFn: ({ signal }) =>
      api('POST /api/images/upload-image-url/', {
        body: { url: address },
        signal,
        timeoutMs: PREVIEW_TIMEOUT_MS,
      }),
    enabled: address === typed.trim() && webAddress(address) !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}

/** Preview of the picture at a URL, its loading state, or an error. */
function UrlPreview({ address }: { address: string }) {
  const { t } = useLingui();
  const { data, isError, isFetching } = useFetchedImage(address);
  return (
    <div className="grid size-36 place-items-center overflow-hidden rounded-[32%] bg-raised text-center text-sm text-mute">
      {data ? (
        <img src={data.image_url} alt={t`Preview of the picture`} className="size-full object-cover" />
      ) : isFetching ? (
        <Spinner />
      ) : isError ? (
        <p role="alert" className="px-3 font-medium text-danger">
          <Trans>There's no picture that we can use.</Trans>
        </p>
      ) : (
        <ImageIcon aria-hidden="true" className="size-8" />
      )}
    </div>
  );
}

/** Preview of the new picture, where it can be shown. */
function Preview({ profile, picture, onChange }: PictureChoiceProps) {
  const { t } = useLingui();
  const { username, display_name: name, profile_image_url: before } = profile;
  if (picture.from === 'url') return <UrlPreview address={picture.url} />;
  if (picture.from !== 'file') {
    const source = picture.from === 'before' ? before : null;
    return <Avatar name={username} displayedName={name} src={source} size="giant" />;
  }
  const { file } = picture;
  const asItIs = <p className="break-all text-mute">{t`Chosen: ${file.name}`}</p>;
  return (
    <LazyComponent
      component={cropper}
      fallback={<Skeleton className="h-64 rounded-card" />}
      failed={() => asItIs}
    >
      {({ CropPicture }) => (
        <CropPicture
          key={`${file.name}/${file.lastModified}/${file.size}`}
          file={file}
          onArea={(area) => onChange({ from: 'file', file, area })}
          onFailed={() => onChange({ from: 'file', file, area: undefined })}
        />
      )}
    </LazyComponent>
  );
}

/** A picture from a file or from a URL, never both (PR-17, PR-18), or none. */
export function PictureChoice(props: PictureChoiceProps) {
  const { t } = useLingui();
  const { profile, picture, onChange, urlProblem } = props;
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [problem, setProblem] = useState<string>();
  const choose = (file: File | undefined) => {
    if (!file) return;
    const found = checkImageFile(file);
    if (found) {
      setProblem(found === 'Invalid image format' ? t`Invalid image format` : t`Image size exceeds 10MB`);
      return;
    }
    setProblem(undefined);
    onChange({ from: 'file', file, area: undefined });
  };
  const write = (url: string) => {
    setProblem(undefined);
    onChange(url === '' ? { from: 'before' } : { from: 'url', url });
  };
  const canRemove = picture.from !== 'nowhere' && (picture.from !== 'before' || profile.profile_image_url);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">
        <Trans>Picture</Trans>
      </legend>
      <Preview {...props} />
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          id={id}
          type="file"
          aria-label={t`Picture file`}
          accept={IMAGE_FILE_TYPES.join(',')}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            choose(event.target.files?.[0]);
            event.target.value = ''; // allows choosing the same file again
          }}
        />
        <Button
          tone="quiet"
          size="small"
          icon={<ImageUp aria-hidden="true" className="size-4" />}
          onClick={() => input.current?.click()}
        >
          <Trans>Choose a file</Trans>
        </Button>
        {canRemove && (
          <Button
            tone="plain"
            size="small"
            icon={<Trash2 aria-hidden="true" className="size-4" />}
            onClick={() => onChange({ from: 'nowhere' })}
          >
            <Trans>Remove picture</Trans>
          </Button>
        )}
      </div>
      {problem && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
      <TextField
        label={t`Or a picture from the web`}
        hint={t`JPEG, PNG, GIF or WebP. We keep a copy of it.`}
        type="url"
        inputMode="url"
        name="profile_image_url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        value={picture.from === 'url' ? picture.url : ''}
        error={urlProblem}
        onChange={(event) => write(event.target.value)}
      />
    </fieldset>
  );
}
