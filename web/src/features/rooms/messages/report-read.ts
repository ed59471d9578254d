import { READ_REPORT_INTERVAL_MS } from '@adda/contract/inbox';
import { api } from '../../../platform/api.ts';

/**
 * Returns a function that reports how far a room was read on screen (HM-02): the first time at once, then at most once in
 * `READ_REPORT_INTERVAL_MS` with the newest. After a failure the next call reports again.
 */
export function createReadReport(groupId: string): (sequence: number) => void {
  let [newest, sent] = [0, 0];
  let [isResting, isFailed] = [false, false];
  const report = () => {
    isResting = newest > sent || isFailed;
    if (!isResting) return;
    [sent, isFailed] = [newest, false];
    api('POST /conversations/read', { body: { group_id: groupId, up_to: sent } }).catch(() => {
      isFailed = true;
    });
    setTimeout(() => {
      isResting = false;
      if (newest > sent) report();
    }, READ_REPORT_INTERVAL_MS);
  };
  return (sequence) => {
    newest = Math.max(newest, sequence);
    if (!isResting) report();
  };
}
