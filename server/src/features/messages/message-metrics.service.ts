import type { Metrics } from '../../platform/metrics/index.ts';

/** The features that append messages, as labelled in the metrics. */
export type AppenderKind = 'room' | 'private';

/** Records the outcome of one message. */
export type AppendMetrics = {
  readonly committed: (seconds: number, isNew: boolean) => void;
  readonly failed: () => void;
};

/** Creates the metrics of messages by kind: the time that each waited for its commit, and the number of failed ones. */
export function createMessageMeasures(metrics: Metrics): (kind: AppenderKind) => AppendMetrics {
  const note = metrics.histogram({
    name: 'message_confirmation_seconds',
    help: 'Time from the arrival of a message at the writer to the commit that confirms it',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  });
  const counts = { room: { stored: 0, failed: 0 }, private: { stored: 0, failed: 0 } };
  const read = (what: 'stored' | 'failed') => () =>
    [
      [{ kind: 'room' }, counts.room[what]],
      [{ kind: 'private' }, counts.private[what]],
    ] as const;
  const labels = ['kind'];
  metrics.total({ name: 'messages_stored_total', help: 'Messages stored', labels }, read('stored'));
  metrics.total(
    { name: 'messages_failed_total', help: 'Messages that could not be stored', labels },
    read('failed'),
  );
  return (kind) => {
    const noteOne = note({ kind });
    const count = counts[kind];
    return {
      committed: (seconds, isNew) => {
        noteOne(seconds);
        if (isNew) count.stored += 1;
      },
      failed: () => {
        count.failed += 1;
      },
    };
  };
}
