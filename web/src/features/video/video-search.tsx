import { VIDEO_QUERY_MAX, VIDEO_RESULTS, VIDEO_SEARCH_CACHE_MS, type FoundVideo } from '@adda/contract/video';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, queryOptions } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Skeleton } from '../../ui/skeletons.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { api } from '../../platform/api.ts';

/** Videos for a query; disabled for an empty one. */
const foundVideos = (query: string) =>
  queryOptions({
    queryKey: ['videos', query],
    queryFn: ({ signal }) =>
      api('POST /youtube/search', {
        body: { query, max_results: VIDEO_RESULTS },
        signal,
        landing: '/error',
      }),
    enabled: query !== '',
    staleTime: VIDEO_SEARCH_CACHE_MS,
    // Searches have a strict rate limit, so only the user retries.
    retry: false,
    refetchOnWindowFocus: false,
  });

function Waiting() {
  return (
    <div role="status" className="grid gap-2">
      <VisuallyHidden>
        <Trans>Loading…</Trans>
      </VisuallyHidden>
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-3 p-1.5">
          <Skeleton className="aspect-video w-28 shrink-0" />
          <Skeleton className="h-4 grow" />
        </div>
      ))}
    </div>
  );
}

/**
 * Returns the message for a failed search: the rate limit and an unreachable server have their own texts, everything else
 * is a failure of YouTube (VP-11).
 */
function problemText(error: Error): ReactNode {
  const hasOwnText = error instanceof ApiError && (error.status === 429 || error.isUnreachable);
  return hasOwnText ? error.message : <Trans>Failed to search YouTube videos</Trans>;
}

function Problem({ error, onRetry, isRetrying }: { error: Error; onRetry: () => void; isRetrying: boolean }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="font-medium text-danger">{problemText(error)}</p>
      <Button tone="quiet" size="small" isBusy={isRetrying} onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

type ResultProps = { video: FoundVideo; isChosen: boolean; onChoose: (video: FoundVideo) => void };

function Result({ video, isChosen, onChoose }: ResultProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => onChoose(video)}
      className={classNames(
        'flex w-full items-center gap-3 rounded-chip border-2 p-1.5 text-start transition-colors duration-150',
        isChosen ? 'border-rani bg-rani-wash' : 'border-transparent hover:bg-raised',
      )}
    >
      <img
        src={video.thumbnail}
        alt=""
        width={112}
        height={63}
        loading="lazy"
        className="aspect-video w-28 shrink-0 rounded-md bg-raised object-cover"
      />
      <span dir="auto" className="line-clamp-3 min-w-0 text-sm font-medium break-words">
        {video.title}
      </span>
    </button>
  );
}

type ResultsProps = Pick<VideoSearchProps, 'chosenId' | 'onChoose'> & { query: string };

function Results({ query, chosenId, onChoose }: ResultsProps) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(foundVideos(query));
  if (error) return <Problem error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!data) return <Waiting />;
  if (data.length === 0) {
    return (
      <p role="status" className="text-mute">
        <Trans>No videos found. Try other words, or paste a link below.</Trans>
      </p>
    );
  }
  return (
    <>
      <VisuallyHidden>
        <span role="status">
          <Plural value={data.length} one="# video found" other="# videos found" />
        </span>
      </VisuallyHidden>
      <ul aria-label={t`Videos found`} className="-mx-2 grid gap-1">
        {data.map((video) => (
          <li key={video.video_id}>
            <Result video={video} isChosen={video.video_id === chosenId} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </>
  );
}

export type VideoSearchProps = {
  /** Id of the selected video. */
  chosenId: string | undefined;
  onChoose: (video: FoundVideo) => void;
};

/** Searches videos on YouTube; pressing a result selects it. */
export function VideoSearch({ chosenId, onChoose }: VideoSearchProps) {
  const { t } = useLingui();
  const [words, setWords] = useState('');
  const [query, setQuery] = useState('');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setQuery(words.trim());
  };
  return (
    <div className="grid gap-3">
      <form role="search" onSubmit={submit} className="flex items-end gap-2">
        <TextField
          className="min-w-0 grow"
          label={t`Search YouTube`}
          name="query"
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={VIDEO_QUERY_MAX}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <Button
          type="submit"
          tone="quiet"
          icon={<Search aria-hidden="true" className="size-4" />}
          disabled={words.trim() === ''}
        >
          <Trans>Search</Trans>
        </Button>
      </form>
      {query !== '' && <Results key={query} query={query} chosenId={chosenId} onChoose={onChoose} />}
    </div>
  );
}
