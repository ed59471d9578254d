/** Metrics of a node: collection and endpoint. docs/objectives.md explains their meaning. */
export { watchLoad } from './load-watch.ts';
export { addDatabaseMetrics } from './database-metrics.ts';
export { addMetricsRoute, startMetricsServer, observeHttp } from './http-metrics.ts';
export { measuredJobs, measuredMailer, measuredStore } from './measured.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { watchOutsideCalls } from './outside-calls.ts';
