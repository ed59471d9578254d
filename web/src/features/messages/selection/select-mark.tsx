import { displayedName } from '@adda/contract/accounts';
import { useLingui } from '@lingui/react/macro';
import { Check } from 'lucide-react';
import type { ChatMessage } from '../history/conversation.ts';

/** Shows whether a message is selected (FT-07). The keys of the list change it, so Tab does not stop here. */
export function SelectMark({ message, isOn }: { message: ChatMessage; isOn: boolean }) {
  const { t } = useLingui();
  const name = displayedName(message.sender);
  return (
    <span className="absolute start-0 bottom-1 z-1 grid size-7">
      <input
        type="checkbox"
        readOnly
        tabIndex={-1}
        checked={isOn}
        aria-label={t`Select the message from ${name}`}
        className="peer size-7 appearance-none rounded-full border-2 border-edge bg-surface checked:border-rani checked:bg-rani"
      />
      <Check
        aria-hidden="true"
        strokeWidth={3}
        className="pointer-events-none absolute inset-0 m-auto size-4 text-white opacity-0 peer-checked:opacity-100"
      />
    </span>
  );
}
