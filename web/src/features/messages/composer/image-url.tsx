import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ImageIcon, RotateCw } from 'lucide-react';
import { useRef, type ComponentProps, type ReactNode } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { api } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';
import type { ChosenImage } from './attachments.ts';

function Frame(props: ComponentProps<'div'>) {
  return (
    <div
      {...props}
      tabIndex={-1}
      className="mt-4 grid h-56 place-items-center overflow-hidden rounded-card bg-raised text-sm text-mute"
    />
  );
}

export type ImagePreviewProps = {
  image: ChosenImage | undefined;
  /** Label of the progress; undefined while nothing is loading. */
  busy: ReactNode;
  /** The error text; undefined without an error. */
  problem: ReactNode;
  /** Undefined if a retry would not help. */
  onRetry: (() => void) | undefined;
};

/** The server's copy of an image, its progress, or the error with 'Try Again'. */
export function ImagePreview({ image, busy, problem, onRetry }: ImagePreviewProps) {
  const { t } = useLingui();
  const ref = useRef<HTMLDivElement>(null);
  // 'Try Again' disappears when it is pressed.
  const frame = { ref, ...useKeepFocus(() => ref.current) };
  if (image) {
    return (
      <Frame {...frame}>
        {/* The server's copy: another host must not learn who views the image. */}
        <img
          src={image.url}
          alt={t`Preview of your image`}
          width={image.width}
          height={image.height}
          className="size-full object-contain"
        />
      </Frame>
    );
  }
  if (busy) {
    return (
      <Frame {...frame}>
        <div role="status" className="flex items-center gap-2">
          <Spinner />
          {busy}
        </div>
      </Frame>
    );
  }
  if (problem) {
    return (
      <Frame {...frame}>
        <div role="alert" className="grid justify-items-center gap-3 px-4 text-center">
          <p className="font-medium text-danger">{problem}</p>
          {onRetry && (
            <Button
              tone="quiet"
              size="small"
              icon={<RotateCw aria-hidden="true" className="size-4" />}
              onClick={onRetry}
            >
              <Trans>Try Again</Trans>
            </Button>
          )}
        </div>
      </Frame>
    );
  }
  return (
    <Frame {...frame}>
      <ImageIcon aria-hidden="true" className="size-10" />
    </Frame>
  );
}

/** Which addresses a conversation accepts, and the error text for others. */
export type ImageUrlRule = {
  readonly isValid: (address: string) => boolean;
  /** The server's error code for an address that it refuses too. */
  readonly refusal: string;
};

/** The server has a time limit of ten seconds for fetching an image; this waits a little longer. */
const FETCH_PATIENCE_MS = 20_000;

/**
 * The server's copy of the image at an address (SV-45). The link expires, so the result is not cached after unmounting.
 */
const imageFrom = (address: string) =>
  queryOptions({
    queryKey: ['messages', 'image-from', address],
    queryFn: async ({ signal }): Promise<ChosenImage> => {
      const image = await api('POST /api/images/upload-image-url/', {
        body: { url: address },
        signal,
        timeoutMs: FETCH_PATIENCE_MS,
        landing: '/error',
      });
      return { id: image.image_id, url: image.image_url, width: image.width, height: image.height };
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

/** The server's copy of the image at the typed address, debounced. */
export function useImageFrom(typed: string, { isValid: accepts, refusal }: ImageUrlRule) {
  const address = useDebouncedValue(typed);
  const isDebounced = address === typed.trim();
  const isValid = accepts(address);
  const query = useQuery({ ...imageFrom(address), enabled: isValid && isDebounced });
  const error = isDebounced && isValid && !query.isFetching ? query.error : null;
  const isRefused = error instanceof ApiError && error.code === refusal;
  const isBusyServer = error instanceof ApiError && error.status === 429;
  return {
    image: isDebounced && isValid ? query.data : undefined,
    isInvalid: isDebounced && address !== '' && (!isValid || isRefused),
    isLoading: isValid && (!isDebounced || query.isFetching),
    problem: error && !isRefused && (
      <>
        <Trans>Failed to process image URL</Trans>
        {isBusyServer && <span className="block font-normal text-mute">{error.detail}</span>}
      </>
    ),
    retry: () => void query.refetch(),
  };
}

export type ImageUrlFieldProps = {
  typed: string;
  onTyped: (typed: string) => void;
  /** Why the address is refused; false while it may be valid. */
  error: ReactNode;
  hint: ReactNode;
};

/** The input for an image's address. */
export function ImageUrlField({ typed, onTyped, error, hint }: ImageUrlFieldProps) {
  return (
    <TextField
      label={<Trans>Image URL</Trans>}
      type="url"
      name="image-url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      placeholder="https://"
      value={typed}
      error={error}
      hint={hint}
      onChange={(event) => onTyped(event.target.value)}
    />
  );
}
