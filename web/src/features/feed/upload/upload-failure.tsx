import { FormErrors } from '../../../ui/form-errors.tsx';
import type { UploadState } from './draft-store.ts';

/** Why the last try did not succeed; nothing else is shown. Post is the way to try again. */
export function UploadFailure({ state }: { state: UploadState }) {
  return state.step === 'failed' ? <FormErrors message={state.problem} detail={state.detail} /> : null;
}
