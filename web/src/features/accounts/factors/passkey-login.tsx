import type { AuthenticationResponse, SignedIn } from '@adda/contract/accounts';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../platform/api.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { PasskeyButton } from './passkey-button.tsx';

/** The login page is painted by then, and the person has hardly begun to type. */
const FIELD_DELAY_MS = 500;

/** Offers passkeys among the suggestions of the name's field as long as it is rendered. */
function FieldSuggestions({ onChosen }: { onChosen: (response: AuthenticationResponse) => void }) {
  const choose = useEffectEvent(onChosen);
  useEffect(() => {
    let end = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      let isOver = false;
      end = () => void (isOver = true);
      // Without its code the button remains.
      void import('./field-passkeys.ts').then(
        ({ offerInField }) => isOver || (end = offerInField(choose)),
        () => undefined,
      );
    }, FIELD_DELAY_MS);
    return () => end();
  }, []);
  return null;
}

export type PasskeyLoginProps = { onSignedIn: (signedIn: SignedIn) => unknown };

/** Passkeys in place of a password (ID-01): by a button, and among the suggestions of the name's field. */
export function PasskeyLogin({ onSignedIn }: PasskeyLoginProps) {
  const [problem, setProblem] = useState<string>();
  // The device has one request at a time: that of the button ends the suggestions, and they begin anew after it.
  const [turn, setTurn] = useState(0);
  const send = (response: AuthenticationResponse) => api('POST /auth/passkey', { body: { response } });
  const choose = (response: AuthenticationResponse) => {
    setProblem(undefined);
    send(response)
      .then(onSignedIn)
      .catch((error) => {
        setProblem(failureText(error));
        setTurn(turn + 1);
      });
  };
  return (
    <div className="grid gap-3">
      <FieldSuggestions key={turn} onChosen={choose} />
      <FormErrors message={problem} />
      <PasskeyButton send={send} onDone={onSignedIn} onOver={() => setTurn(turn + 1)} />
    </div>
  );
}
