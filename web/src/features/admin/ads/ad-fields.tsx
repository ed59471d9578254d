import { AD_CLICKS_MAX, AD_REWARD_MAX } from '@adda/contract/rewards';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { ScheduleFields } from '../frame/schedule-fields.tsx';
import type { AdFieldsProps } from './ad-draft.ts';
import { adKindName } from './ad-state.ts';

function PictureFields({ draft, onChange, errorOf, ad }: AdFieldsProps) {
  const hasPicture = ad !== undefined && ad.media_url !== null;
  return (
    <>
      <TextField
        name="media_url"
        type="url"
        label={<Trans>Address of a picture</Trans>}
        hint={
          hasPicture ? (
            <Trans>Empty: the picture stays as it is.</Trans>
          ) : (
            <Trans>We fetch it when you save, check it and keep a copy.</Trans>
          )
        }
        error={errorOf('picture')}
        value={draft.picture}
        maxLength={2048}
        autoComplete="off"
        onChange={(event) => onChange({ ...draft, picture: event.target.value })}
      />
      {hasPicture && draft.picture.trim() === '' && (
        <Checkbox
          label={<Trans>Without a picture from now on</Trans>}
          checked={draft.hasNoPicture}
          onChange={(event) => onChange({ ...draft, hasNoPicture: event.target.checked })}
        />
      )}
    </>
  );
}

function KindField({ draft, onChange }: AdFieldsProps) {
  return (
    <SelectField
      name="kind"
      label={<Trans>Kind</Trans>}
      value={draft.kind}
      onChange={(event) => onChange({ ...draft, kind: event.target.value === 'reward' ? 'reward' : 'feed' })}
      options={(['feed', 'reward'] as const).map((kind) => ({ value: kind, label: adKindName(kind) }))}
    />
  );
}

/** Additional fields of a reward ad. Its name can't be changed after creation. */
function AdPayFields({ draft, onChange, errorOf, ad }: AdFieldsProps) {
  const { t } = useLingui();
  const most = AD_REWARD_MAX[draft.category];
  return (
    <>
      {!ad && (
        <TextField
          name="adType"
          label={<Trans>Name of the ad</Trans>}
          hint={<Trans>Only you see it. No two ads have the same, and it can’t be changed later.</Trans>}
          error={errorOf('adType')}
          value={draft.adType}
          maxLength={40}
          autoComplete="off"
          onChange={(event) => onChange({ ...draft, adType: event.target.value })}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          name="category"
          label={<Trans>Category</Trans>}
          value={draft.category}
          onChange={(event) =>
            onChange({ ...draft, category: event.target.value === 'hot' ? 'hot' : 'regular' })
          }
          options={[
            { value: 'regular', label: t`Regular` },
            { value: 'hot', label: t`Hot link` },
          ]}
        />
        <TextField
          name="reward"
          type="number"
          min={1}
          max={most}
          label={<Trans>Reward in coins</Trans>}
          hint={<Trans>At most {most}</Trans>}
          error={errorOf('reward')}
          value={draft.reward}
          onChange={(event) => onChange({ ...draft, reward: event.target.value })}
        />
        <TextField
          name="clicks"
          type="number"
          min={1}
          max={AD_CLICKS_MAX}
          label={<Trans>Clicks for it</Trans>}
          hint={<Trans>At most {AD_CLICKS_MAX}</Trans>}
          error={errorOf('clicks')}
          value={draft.clicks}
          onChange={(event) => onChange({ ...draft, clicks: event.target.value })}
        />
      </div>
    </>
  );
}

/** The fields of an ad. Kind and name can't be changed after creation. */
export function AdFields(props: AdFieldsProps) {
  const { draft, onChange, errorOf, ad } = props;
  const { t } = useLingui();
  return (
    <>
      {!ad && <KindField {...props} />}
      <TextField
        name="sponsor"
        label={<Trans>Sponsor</Trans>}
        error={errorOf('sponsor')}
        value={draft.sponsor}
        maxLength={80}
        autoComplete="off"
        onChange={(event) => onChange({ ...draft, sponsor: event.target.value })}
      />
      {draft.kind === 'reward' && <AdPayFields {...props} />}
      <TextAreaField
        name="caption"
        label={<Trans>Caption (optional)</Trans>}
        error={errorOf('caption')}
        value={draft.caption}
        maxLength={500}
        onChange={(event) => onChange({ ...draft, caption: event.target.value })}
      />
      <PictureFields {...props} />
      <TextField
        name="target_url"
        type="url"
        label={<Trans>Where it leads</Trans>}
        placeholder={t`https://…`}
        error={errorOf('target')}
        value={draft.target}
        maxLength={2048}
        autoComplete="off"
        onChange={(event) => onChange({ ...draft, target: event.target.value })}
      />
      <ScheduleFields
        value={draft.schedule}
        error={errorOf('schedule')}
        onChange={(schedule) => onChange({ ...draft, schedule })}
      />
    </>
  );
}
