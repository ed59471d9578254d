import { Plural, Trans } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';

/** The names of the typing users; empty without any. */
export function TypingLine({ names }: { names: readonly string[] }) {
  const [first = '', second = ''] = names.map(displayedName);
  const count = names.length;
  return (
    <p className="h-6 shrink-0 truncate px-4 text-sm text-mute sm:px-5">
      {count === 1 && <Trans>{first} is typing…</Trans>}
      {count === 2 && (
        <Trans>
          {first} and {second} are typing…
        </Trans>
      )}
      {count > 2 && <Plural value={count} other="# people are typing…" />}
    </p>
  );
}
