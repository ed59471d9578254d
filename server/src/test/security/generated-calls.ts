import { CALLERS, type Caller, type RunUsers } from './run-users.fixture.ts';
import { createRandom } from './random.ts';
import { faultsOf, leaksIn } from './check-response.ts';
import { generateCall, routeTable, type MadeCall } from './generate-call.ts';
import { callRaw, isStaleConnection, type RawResponse } from './raw-call.ts';
import { collectFindings, type CheckResult, type Findings, type Target } from './security.types.ts';
import { watchWellBehaved } from './well-behaved.ts';

const AT_ONCE = 8;

type Options = {
  readonly target: Target;
  readonly users: RunUsers;
  readonly count: number;
  readonly seed: number;
};

type Judging = Options & { readonly findings: Findings };

const describeCall = (caller: Caller, { method, target, body }: MadeCall, { status, text }: RawResponse) =>
  `${caller}: ${method} ${target.slice(0, 300)} ${String(body ?? '').slice(0, 300)} → ${status} ${text.slice(0, 200)}`;

async function judge(caller: Caller, call: MadeCall, { target, users, findings }: Judging): Promise<number> {
  let answer = await callRaw(target.url, call);
  if (isStaleConnection(answer)) answer = await callRaw(target.url, call);
  const { status, text } = answer;
  for (const fault of [...faultsOf(call.route, answer), ...leaksIn(text, caller, users.canaries)])
    findings.add(`${call.key} ${fault}`, describeCall(caller, call, answer));
  if (status < 300 && text.startsWith('{')) users.pool.harvestText(text);
  const token = call.headers['authorization'];
  if (caller !== 'unauthenticated' && (status === 401 || status === 403) && typeof token === 'string')
    if (/"(invalid_token|token_expired|account_suspended)"/.test(text))
      await users.replaceCallerOf(caller, token.slice('Bearer '.length));
  return status;
}

/**
 * Calls every route of the contract as every caller, with valid, nearly valid and malformed input: no 5xx,
 * no internals exposed, responses with the declared shape, code and headers, no private data of another user, no hang.
 */
export async function checkGeneratedCalls(options: Options): Promise<CheckResult> {
  const findings = collectFindings();
  const endWatch = watchWellBehaved(options.target, findings);
  const making = { random: createRandom(options.seed), pool: options.users.pool };
  const answered = new Map<string, Set<number>>();
  let left = options.count;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      const caller = making.random.one(CALLERS);
      const call = generateCall(making, options.users.playerOf(caller)?.token);
      const status = await judge(caller, call, { ...options, findings });
      answered.set(call.key, (answered.get(call.key) ?? new Set()).add(status));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const succeeded = [...answered.values()].filter((statuses) =>
    [...statuses].some((one) => one > 0 && one < 300),
  );
  const watched = await endWatch();
  return {
    name: 'generated requests',
    tried: options.count,
    findings: findings.list(),
    notReached: [],
    figures: [
      `seed ${options.seed}; ${answered.size} of ${routeTable.length} routes called, ${succeeded.length} of them with success`,
      watched,
    ],
  };
}
