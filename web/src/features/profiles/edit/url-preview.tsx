import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ImageIcon } from 'lucide-react';
import { api } from '../../../platform/api.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts';
import { webAddress } from '../safe-links.ts';

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
export function UrlPreview({ address }: { address: string }) {
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
