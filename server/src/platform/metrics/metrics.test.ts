import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMetrics, watchOutsideCalls } from './index.ts';

describe('the metrics of a program', () => {
  it('count durations in buckets by labels, in the format of Prometheus', async () => {
    const metrics = createMetrics();
    const note = metrics.histogram({ name: 'tea_seconds', help: 'Tea', buckets: [0.1, 1] });
    for (const seconds of [0.1, 0.5, 7]) note({ cup: 'a "b"\\' })(seconds);
    const lines = (await metrics.text()).split('\n').filter((line) => line.includes('tea_seconds'));
    expect(lines).toEqual([
      '# HELP tea_seconds Tea',
      '# TYPE tea_seconds histogram',
      String.raw`tea_seconds_bucket{cup="a \"b\"\\",le="0.1"} 1`,
      String.raw`tea_seconds_bucket{cup="a \"b\"\\",le="1"} 2`,
      String.raw`tea_seconds_bucket{cup="a \"b\"\\",le="+Inf"} 3`,
      String.raw`tea_seconds_sum{cup="a \"b\"\\"} 7.6`,
      String.raw`tea_seconds_count{cup="a \"b\"\\"} 3`,
    ]);
  });

  it('leave out an unknown value instead of reporting 0', async () => {
    const metrics = createMetrics();
    let cups: number | undefined = 3;
    metrics.gauge({ name: 'cups', help: 'Cups' }, () => cups);
    expect(await metrics.text()).toMatch(/^cups 3$/m);
    cups = undefined;
    expect(await metrics.text()).not.toMatch(/^cups /m);
  });

  it('measure calls to the named services, independent of the calling code, and no others', async () => {
    const listen = async (status: number) => {
      const server = createServer((_request, response) => void response.writeHead(status).end());
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      // A server listening on TCP has an address of this type.
      return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    };
    const [well, refusing, broken, other] = await Promise.all([200, 403, 503, 200].map(listen));
    const gone = await listen(200);
    gone.server.close();
    const metrics = createMetrics();
    const urls = { well, refusing, broken, gone };
    const services = Object.entries(urls).map(([name, at]) => ({ name, url: `${at?.url}/v1/` }));
    const watching = watchOutsideCalls(services, metrics);
    onTestFinished(watching.stop);
    for (const at of [well, refusing, broken, gone, other]) {
      const url = `${at?.url}/v1/orders`;
      await fetch(url).then(
        (answer) => answer.text(),
        () => undefined,
      );
      await request(url).then(
        ({ body }) => body.text(),
        () => undefined,
      );
    }
    const counts = (await metrics.text())
      .split('\n')
      .filter((line) => line.startsWith('gateway_request_seconds_count'));
    expect(counts.toSorted()).toEqual([
      'gateway_request_seconds_count{provider="broken",outcome="failed"} 2',
      'gateway_request_seconds_count{provider="gone",outcome="failed"} 2',
      'gateway_request_seconds_count{provider="refusing",outcome="refused"} 2',
      'gateway_request_seconds_count{provider="well",outcome="answered"} 2',
    ]);
  });
});
