import { displayedName } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { Users } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ListSkeleton } from '../../ui/skeletons.tsx';
import { EmptyState, ErrorState } from '../../ui/view-states.tsx';
import { PersonAvatar } from '../accounts/index.ts';

/** The possible recipients, provided by the room (GI-07). */
export type Recipients = {
  /** Undefined until they are loaded. */
  readonly names: readonly string[] | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly onRetry: () => void;
  readonly hasMore: boolean;
  readonly onMore: () => void;
  /** Search of recipients; undefined where there are few. */
  readonly search: { readonly words: string; readonly onChange: (words: string) => void } | undefined;
};

export type RecipientChoiceProps = {
  recipients: Recipients;
  /** Empty while none is selected. */
  value: string;
  onChange: (username: string) => void;
};

function Names({
  names,
  value,
  onChange,
}: Omit<RecipientChoiceProps, 'recipients'> & { names: readonly string[] }) {
  return names.map((username) => (
    <label
      key={username}
      className="flex min-h-12 cursor-pointer items-center gap-3 rounded-chip px-2 hover:bg-raised has-checked:bg-rani-wash has-focus-visible:outline-3 has-focus-visible:outline-offset-[-3px] has-focus-visible:outline-teal"
    >
      <input
        type="radio"
        name="recipient"
        value={username}
        checked={username === value}
        onChange={() => onChange(username)}
        className="size-5 shrink-0 accent-rani"
      />
      <PersonAvatar username={username} size="small" />
      <span className="min-w-0 font-medium break-words">{displayedName(username)}</span>
    </label>
  ));
}

/** Loading state, empty state or error. */
function NoNames({ recipients }: { recipients: Recipients }) {
  const { names, error, isFetching, onRetry, search } = recipients;
  if (!names && error) return <ErrorState text={error.message} onRetry={onRetry} isRetrying={isFetching} />;
  if (!names) return <ListSkeleton rows={2} />;
  if (search && search.words !== '') {
    return <EmptyState icon={<Users className="size-7" />} title={<Trans>Nobody by that name here</Trans>} />;
  }
  return (
    <EmptyState
      icon={<Users className="size-7" />}
      title={<Trans>Nobody to give to yet</Trans>}
      text={<Trans>Gifts go to members with an account. As soon as one is here, you'll see them.</Trans>}
    />
  );
}

/** Radio group of recipients: the members of the room except guests and the sender (GI-07, GI-08). */
export function RecipientChoice({ recipients, value, onChange }: RecipientChoiceProps) {
  const { t } = useLingui();
  const { names = [], search, hasMore, isFetching, onMore } = recipients;
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="pb-1.5 text-sm font-semibold">
        <Trans>For whom?</Trans>
      </legend>
      {search && <SearchField label={t`Search members`} value={search.words} onChange={search.onChange} />}
      <div className="grid max-h-64 content-start overflow-y-auto rounded-card border border-line p-1">
        {names.length > 0 ? (
          <Names names={names} value={value} onChange={onChange} />
        ) : (
          <NoNames recipients={recipients} />
        )}
        {names.length > 0 && hasMore && (
          <Button tone="plain" size="small" isBusy={isFetching} onClick={onMore}>
            <Trans>Show more</Trans>
          </Button>
        )}
      </div>
    </fieldset>
  );
}
