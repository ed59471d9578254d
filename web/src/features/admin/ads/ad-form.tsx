import type { ManagedAd } from '@adda/contract/ads';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ActionForm } from '../../../ui/form.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { Detail, DetailBlock } from '../frame/detail.tsx';
import { useActionForm } from '../frame/use-action.ts';
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
  const form = useActionForm({
    initial: draftOf(ad),
    check: (draft) => problemsOf(draft, ad),
    errorFields: { media_url: 'picture', target_url: 'target', active_to: 'schedule' },
    // Nothing is sent if nothing was changed.
    send: async (draft) => {
      if (!ad) return sendAd(inputOf(draft));
      const changes = changeOf(ad, draft);
      return Object.keys(changes).length > 0 ? sendAdChange(ad.ad_id, changes) : undefined;
    },
    onDone: (saved) => {
      if (!saved) return onCancel();
      toast.success(ad ? t`Ad saved` : t`Ad added`);
      return onSaved(saved);
    },
  });
  const draft = form.values;
  return (
    <Detail title={ad ? <Trans>Change the ad</Trans> : <Trans>New ad</Trans>}>
      <ActionForm
        form={form}
        label={ad ? t`Change the ad` : t`New ad`}
        submitLabel={ad ? <Trans>Save</Trans> : <Trans>Add the ad</Trans>}
        onCancel={onCancel}
        className="mt-4"
      >
        <AdFields form={form} ad={ad} />
      </ActionForm>
      <DetailBlock title={<Trans>How it will look</Trans>}>
        {draft.picture.trim() !== '' && (
          <p className="text-sm text-mute">
            <Trans>The new picture shows here once the ad is saved.</Trans>
          </p>
        )}
        <AdPreview ad={shownOf(draft, ad)} />
      </DetailBlock>
    </Detail>
  );
}
