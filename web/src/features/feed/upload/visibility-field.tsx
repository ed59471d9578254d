import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { SelectField } from '../../../ui/select-field.tsx';

export type VisibilityFieldProps = {
  value: string;
  /** A locked post is private, whatever was chosen before (FE-15). */
  isLocked: boolean;
  onChange: (visibility: string) => void;
  error?: ReactNode;
};

/** Who can see a post: all users, or its sender only (FE-15, FE-21). */
export function VisibilityField({ value, isLocked, onChange, error }: VisibilityFieldProps) {
  const { t } = useLingui();
  return (
    <SelectField
      name="visibility"
      label={<Trans>Visibility</Trans>}
      value={isLocked ? 'private' : value}
      disabled={isLocked}
      error={error}
      hint={
        isLocked ? (
          <Trans>Everybody sees that a locked post is there; your subscribers see what is in it.</Trans>
        ) : undefined
      }
      options={[
        { value: 'public', label: t`Public: everybody` },
        { value: 'private', label: isLocked ? t`Private: your subscribers` : t`Private: only you` },
      ]}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
