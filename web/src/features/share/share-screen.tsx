import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ImagePlus, PenLine } from 'lucide-react';
import { useState } from 'react';
import { sharedContent, type SharedContent } from '../../platform/shared-content.ts';
import { useSession } from '../../platform/use-session.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ListSkeleton } from '../../ui/skeletons.tsx';
import { useDocumentTitle } from '../../ui/use-document-title.ts';
import { EmptyState } from '../../ui/view-states.tsx';
import {
  PlaceLabel,
  PlaceList,
  placeKey,
  sharedDrafts,
  type OfferedPlace,
} from '../messages/forwards/index.ts';
import { SharedPreview } from './shared-preview.tsx';

const uploads = lazyComponent(() => import('../feed/upload/index.ts'));

/** Title, text and link as one text; some apps put the link into the text, or the title into both. */
function textOf({ title, text, url }: SharedContent): string {
  const parts = [title, text, url].filter((part) => part !== '');
  const isSaid = (part: string, at: number) =>
    parts.some((other, place) => place !== at && other.includes(part) && (other !== part || place < at));
  return parts.filter((part, at) => !isSaid(part, at)).join('\n');
}

type SharedProps = { shared: SharedContent; text: string; account: string };

/** Puts the first picture and the text into the draft of the account's next post, after what is there; once. */
async function fillPost({ shared, text, account }: SharedProps): Promise<void> {
  await uploads.load();
  const store = uploads.code?.draftStore;
  if (!store) return;
  const { caption } = store.current(account).draft;
  const isThere = caption.includes(text);
  store.change(account, {
    file: shared.files[0],
    caption: isThere ? caption : [caption, text].filter((part) => part !== '').join('\n'),
  });
}

/** Opens the form of a new post with what was shared; it is gone from here once it was posted or discarded there. */
function NewPost(props: SharedProps) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    if (uploads.code?.draftStore.current(props.account).draft.file) return;
    void sharedContent.remove();
    void navigate({ to: '/v1', search: { tab: 'feed' }, replace: true });
  };
  return (
    <div className="grid gap-1">
      <Button
        tone="quiet"
        isWide
        icon={<PenLine aria-hidden="true" className="size-4" />}
        onClick={() =>
          void fillPost(props)
            .catch(() => undefined) // the form then says that it can't be loaded
            .then(() => setOpen(true))
        }
      >
        <Trans>New post</Trans>
      </Button>
      {props.shared.files.length > 1 && (
        <p className="text-center text-sm text-mute">
          <Trans>A post has one picture: the first one is in it.</Trans>
        </p>
      )}
      {isOpen && (
        <LazyComponent component={uploads} onFailed={() => setOpen(false)}>
          {({ ComposerDialog }) => <ComposerDialog onClose={close} />}
        </LazyComponent>
      )}
    </div>
  );
}

/** Asks for the room, the chat or the post; nothing is sent by choosing one. */
function Places(props: SharedProps) {
  const { shared, text, account } = props;
  const { t } = useLingui();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const choose = ({ place }: OfferedPlace) => {
    sharedDrafts.put(`${account}/${placeKey(place)}`, {
      text,
      files: shared.files,
      onTaken: () => void sharedContent.remove(),
    });
    // Back leads to where the user was before, not to a question that is answered.
    void ('group_id' in place
      ? navigate({ to: '/v1/group/$groupId', params: { groupId: place.group_id }, replace: true })
      : navigate({ to: '/v1/chat/$username', params: { username: place.recipient }, replace: true }));
  };
  return (
    <>
      {shared.files.length > 0 && <NewPost {...props} />}
      <SearchField label={t`Search people and rooms`} value={typed} onChange={setTyped} />
      <PlaceList typed={typed}>
        {(offered) => (
          <button
            type="button"
            className="flex min-h-12 w-full items-center gap-3 rounded-chip px-2 text-start hover:bg-raised"
            onClick={() => choose(offered)}
          >
            <PlaceLabel offered={offered} />
          </button>
        )}
      </PlaceList>
    </>
  );
}

const toChats = () => (
  <Link to="/v1" replace className={buttonClasses('quiet')}>
    <Trans>Back to the chats</Trans>
  </Link>
);

/** Nothing was kept: there was no worker yet, it is more than an hour old, or it was not stored. */
const NothingShared = () => (
  <EmptyState
    level={1}
    icon={<ImagePlus className="size-7" />}
    title={<Trans>Nothing arrived</Trans>}
    text={<Trans>Please share it again. Pictures, links and texts find their way here.</Trans>}
    action={toChats()}
  />
);

/** The page that asks where something from another app goes (/share, PN-01). */
export function ShareScreen() {
  const { t } = useLingui();
  useDocumentTitle(t`Share`);
  const navigate = useNavigate();
  const account = useSession()?.username ?? '';
  const { data: shared, isPending } = useQuery({
    queryKey: ['shared'],
    queryFn: async () => (await sharedContent.get()) ?? null,
    // It is in this browser, and stays as it is while the page is open.
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (isPending) return <ListSkeleton rows={4} />;
  if (!shared) return <NothingShared />;
  const text = textOf(shared);
  const cancel = () => {
    void sharedContent.remove();
    void navigate({ to: '/v1', replace: true });
  };
  return (
    <div className="mx-auto grid w-full max-w-140 grid-cols-1 gap-4">
      <div className="flex items-center justify-between gap-3">
        <h1 className="text-2xl">
          <Trans>Where to?</Trans>
        </h1>
        <Button tone="quiet" onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      <SharedPreview shared={shared} text={text} />
      {(text !== '' || shared.files.length > 0) && <Places shared={shared} text={text} account={account} />}
    </div>
  );
}
