import { t } from '@lingui/core/macro';
import { toast } from '../../../ui/toast-store.ts';

/** Shows that an image can't be added without a connection (PC-24, PC-25). */
export const showNotConnected = () => void toast.problem(t`Not connected to server`);
