import type { ManagedAd } from '@adda/contract/ads';
import { AD_CLICKS_MAX, AD_REWARD_MAX } from '@adda/contract/rewards';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { ScheduleFields } from '../frame/schedule-fields.tsx';
import type { FormState } from '../../../ui/use-form.ts';
import type { AdDraft } from './ad-draft.ts';
import { adKindName } from './ad-state.ts';

export type AdFieldsProps = {
  form: FormState<AdDraft>;
  /** The edited ad; undefined for a new one. */
  ad: ManagedAd | undefined;
};

function PictureFields({ form, ad }: AdFieldsProps) {
  const hasPicture = ad !== undefined && ad.media_url !== null;
  return (
    <>
      <TextField
        {...form.field('picture')}
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
        maxLength={2048}
        autoComplete="off"
      />
      {hasPicture && form.values.picture.trim() === '' && (
        <Checkbox {...form.box('hasNoPicture')} label={<Trans>Without a picture from now on</Trans>} />
      )}
    </>
  );
}

const kinds = ['feed', 'reward'] as const;
const categories = ['regular', 'hot'] as const;

function KindField({ form }: AdFieldsProps) {
  return (
    <SelectField
      {...form.choice('kind', kinds)}
      label={<Trans>Kind</Trans>}
      options={kinds.map((kind) => ({ value: kind, label: adKindName(kind) }))}
    />
  );
}

/** Additional fields of a reward ad. Its name can't be changed after creation. */
function AdPayFields({ form, ad }: AdFieldsProps) {
  const { t } = useLingui();
  const most = AD_REWARD_MAX[form.values.category];
  return (
    <>
      {!ad && (
        <TextField
          {...form.field('adType')}
          label={<Trans>Name of the ad</Trans>}
          hint={<Trans>Only you see it. No two ads have the same, and it can’t be changed later.</Trans>}
          maxLength={40}
          autoComplete="off"
        />
      )}
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          {...form.choice('category', categories)}
          label={<Trans>Category</Trans>}
          options={[
            { value: 'regular', label: t`Regular` },
            { value: 'hot', label: t`Hot link` },
          ]}
        />
        <TextField
          {...form.field('reward')}
          type="number"
          min={1}
          max={most}
          label={<Trans>Reward in coins</Trans>}
          hint={<Trans>At most {most}</Trans>}
        />
        <TextField
          {...form.field('clicks')}
          type="number"
          min={1}
          max={AD_CLICKS_MAX}
          label={<Trans>Clicks for it</Trans>}
          hint={<Trans>At most {AD_CLICKS_MAX}</Trans>}
        />
      </div>
    </>
  );
}

/** The fields of an ad. Kind and name can't be changed after creation. */
export function AdFields(props: AdFieldsProps) {
  const { form, ad } = props;
  const { t } = useLingui();
  return (
    <>
      {!ad && <KindField {...props} />}
      <TextField
        {...form.field('sponsor')}
        label={<Trans>Sponsor</Trans>}
        maxLength={80}
        autoComplete="off"
      />
      {form.values.kind === 'reward' && <AdPayFields {...props} />}
      <TextAreaField {...form.field('caption')} label={<Trans>Caption (optional)</Trans>} maxLength={500} />
      <PictureFields {...props} />
      <TextField
        {...form.field('target')}
        name="target_url"
        type="url"
        label={<Trans>Where it leads</Trans>}
        placeholder={t`https://…`}
        maxLength={2048}
        autoComplete="off"
      />
      <ScheduleFields
        value={form.values.schedule}
        error={form.errorOf('schedule')}
        onChange={(schedule) => form.change({ schedule })}
      />
    </>
  );
}
