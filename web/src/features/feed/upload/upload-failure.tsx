import { FormErrors } from '../../../ui/form-errors.tsx';
import type { UploadState } from './draft-store.ts';

/** Why the last try failed; renders nothing otherwise. Post is the button that retries. */
export function UploadFailure({ state }: { state: UploadState }) {
  return state.step === 'failed' ? <FormErrors message={state.problem} detail={state.detail} /> : null;
}
