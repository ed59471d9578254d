import type { ManagedAd } from '@adda/contract/ads';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { toast } from '../../../ui/toast-store.ts';
import { ActionForm, fieldError } from '../frame/action-form.tsx';
import { DetailBlock } from '../frame/detail-block.tsx';
import { DetailHeading } from '../frame/detail-heading.tsx';
import { useAction } from '../frame/use-action.ts';
import { changeOf, draftOf, inputOf, problemsOf, type AdDraft } from './ad-draft.ts';
import { AdFields } from './ad-fields.tsx';
import { AdPreview } from './ad-preview.tsx';
import { sendAd, sendAdChange } from './ads.queries.ts';

export type AdFormProps = {
  /** The edited ad; undefined for a new one. */
  ad?: ManagedAd;
  onSaved: (ad: ManagedAd) => void;
  onCancel: () => void;
};

/** Field names of the API, where they differ. */
const wireNames: Partial<Record<keyof AdDraft, string>> = {
  picture: 'media_url',
  target: 'target_url',
  schedule: 'active_to',
};

function useSaveAd({ ad, onSaved }: Pick<AdFormProps, 'ad' | 'onSaved'>) {
  const { t } = useLingui();
  const send = (draft: AdDraft) =>
    ad ? sendAdChange(ad.ad_id, changeOf(ad, draft)) : sendAd(inputOf(draft));
  return useAction(send, {
    onDone: (saved) => {
      toast.success(ad ? t`Ad saved` : t`Ad added`);
      onSaved(saved);
    },
  });
}

const shownOf = (draft: AdDraft, ad: ManagedAd | undefined) => ({
  kind: draft.kind,
  sponsor: draft.sponsor.trim(),
  caption: draft.caption,
  picture: draft.picture.trim() === '' && !draft.hasNoPicture ? (ad?.media_url ?? null) : null,
  target: draft.target.trim() || null,
  reward: Number(draft.reward) || 0,
  clicks: Number(draft.clicks) || 0,
});

/** Creates or edits an ad, with a preview; the input is kept if the server rejects it (SV-90). */
export function AdForm(props: AdFormProps) {
  const { onSaved, onCancel } = props;
  const { t } = useLingui();
  // Snapshot at opening: changes by others are not changes of this form.
  const [ad] = useState(props.ad);
  const [draft, setDraft] = useState(() => draftOf(ad));
  const [hasTried, setTried] = useState(false);
  const save = useSaveAd({ ad, onSaved });
  const problems = problemsOf(draft, ad);
  const errorOf = (name: keyof AdDraft) =>
    (hasTried && problems[name]) || fieldError(save.error, wireNames[name] ?? name);
  const submit = () => {
    setTried(true);
    if (Object.values(problems).some(Boolean)) return;
    if (ad && Object.keys(changeOf(ad, draft)).length === 0) onCancel();
    else save.run(draft);
  };
  return (
    <article className="grid max-w-3xl grid-cols-1 gap-5">
      <DetailHeading>{ad ? <Trans>Change the ad</Trans> : <Trans>New ad</Trans>}</DetailHeading>
      <ActionForm
        label={ad ? t`Change the ad` : t`New ad`}
        submitLabel={ad ? <Trans>Save</Trans> : <Trans>Add the ad</Trans>}
        isBusy={save.isBusy}
        error={save.error}
        onSubmit={submit}
        onCancel={onCancel}
      >
        <AdFields draft={draft} onChange={setDraft} errorOf={errorOf} ad={ad} />
      </ActionForm>
      <DetailBlock title={<Trans>How it will look</Trans>}>
        {draft.picture.trim() !== '' && (
          <p className="text-sm text-mute">
            <Trans>The new picture shows here once the ad is saved.</Trans>
          </p>
        )}
        <AdPreview ad={shownOf(draft, ad)} />
      </DetailBlock>
    </article>
  );
}
