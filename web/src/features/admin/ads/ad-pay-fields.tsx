import { AD_CLICKS_MAX, AD_REWARD_MAX } from '@adda/contract/rewards';
import { Trans, useLingui } from '@lingui/react/macro';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { AdFieldsProps } from './ad-draft.ts';

/** Additional fields of a reward ad. Its name can't be changed after creation. */
export function AdPayFields({ draft, onChange, errorOf, ad }: AdFieldsProps) {
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
