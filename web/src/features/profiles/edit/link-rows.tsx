import { LINK_MAX, LINKS_MAX } from '@adda/contract/profiles';
import { Trans, useLingui } from '@lingui/react/macro';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FieldError } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { isBadLink, type LinkRow } from './profile-draft.ts';

export type LinkRowsProps = {
  links: readonly LinkRow[];
  onChange: (links: readonly LinkRow[]) => void;
  /** The error of the invalid links, or of all if each is valid. */
  problem: string | undefined;
};

/** Up to five links, each in a row that can be added and removed (PR-15). */
export function LinkRows({ links, onChange, problem }: LinkRowsProps) {
  const { t } = useLingui();
  const [wantedMore, setWantedMore] = useState(false);
  const group = useRef<HTMLFieldSetElement>(null);
  const isFull = links.length >= LINKS_MAX;
  const ofAll = links.some(isBadLink) ? undefined : problem;
  const problemOfAll = ofAll ?? (wantedMore && isFull ? t`Maximum 5 links allowed` : undefined);
  const add = () => {
    setWantedMore(isFull);
    if (isFull) return;
    const key = Math.max(-1, ...links.map((line) => line.key)) + 1;
    onChange([...links, { key, text: '' }]);
  };
  const remove = (key: number) => {
    setWantedMore(false);
    onChange(links.filter((line) => line.key !== key));
    // The focused button was removed.
    group.current?.querySelector<HTMLElement>('[data-add]')?.focus();
  };
  const write = (key: number, text: string) =>
    onChange(links.map((line) => (line.key === key ? { key, text } : line)));
  return (
    <fieldset ref={group} className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">
        <Trans>Links</Trans>
      </legend>
      {links.map((link, index) => (
        <div key={link.key} className="flex items-start gap-1">
          <TextField
            label={t`Link ${index + 1}`}
            type="url"
            inputMode="url"
            name={`link-${link.key}`}
            autoComplete="off"
            spellCheck={false}
            maxLength={LINK_MAX}
            placeholder="https://"
            value={link.text}
            error={isBadLink(link) ? problem : undefined}
            onChange={(event) => write(link.key, event.target.value)}
            className="min-w-0 grow"
          />
          <IconButton
            label={t`Remove link ${index + 1}`}
            // Aligned with the field, below its label, whatever is shown below the field.
            className="mt-7"
            icon={<X aria-hidden="true" className="size-4" />}
            onClick={() => remove(link.key)}
          />
        </div>
      ))}
      <div className="grid justify-items-start gap-1.5" aria-live="polite">
        <Button
          data-add
          tone="quiet"
          size="small"
          aria-disabled={isFull || undefined}
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={add}
        >
          <Trans>Add a link</Trans>
        </Button>
        {problemOfAll && <FieldError id="links-problem">{problemOfAll}</FieldError>}
      </div>
    </fieldset>
  );
}
