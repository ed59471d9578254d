/**
 * Calls every route of the contract and emits every client event as each role, against the real application. The
 * results have to match docs/access-matrix.md.
 */
import { routes } from '@adda/contract';
import { API_KEY_HEADER } from '@adda/contract/platform';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callAs, type AnyCall } from './call.fixture.ts';
import { connectAsOwner, emitInGroup, emitInPrivate, groupEvents, privateEvents } from './events.fixture.ts';
import { ROLES, type Cells, type Role } from './roles.fixture.ts';
import { AREAS, scenes } from './scenes.fixture.ts';
import { openStage, openMatrixApp, type Caller, type Stage, type MatrixApp } from './stage.fixture.ts';
import { cellsIn, readTable, render, writeTable, type Row } from './table.fixture.ts';

const ROW_MS = 120_000;
const isUpdate = process.env['UPDATE_ACCESS_MATRIX'] === '1';

/** Computes the result of one role in a row. */
type Cell = (stage: Stage, caller: Caller) => Promise<string>;
/** A row that is not computed yet. */
type Plan = { readonly title: string; readonly access: string; readonly cell: Cell };
type AnyScene = (stage: Stage, caller: Caller) => AnyCall | Promise<AnyCall>;

let matrixApp: MatrixApp;
beforeAll(async () => {
  matrixApp = await openMatrixApp();
}, ROW_MS);
afterAll(() => matrixApp.pictures.close());

function plansOf(key: keyof typeof routes): Plan[] {
  const { access } = routes[key];
  // Scenes are typed individually where they are defined; here each is called with its own route's key.
  const scene = scenes[key] as AnyScene | Readonly<Record<string, AnyScene>>;
  const plan = (title: string, made: AnyScene): Plan => ({
    title,
    access,
    cell: async (stage, caller) => callAs(stage.url, key, await made(stage, caller), caller.person),
  });
  if (typeof scene === 'function') return [plan(`\`${key}\``, scene)];
  return Object.entries(scene).map(([about, made]) => plan(`\`${key}\` – ${about}`, made));
}

const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];

const socketPlans = (name: string, path: '/group-socket.io' | '/socket.io', events: Record<string, Cell>) => [
  {
    title: `${name}: connecting in the owner’s name`,
    access: 'token',
    cell: (stage: Stage, caller: Caller) => connectAsOwner(stage, path, caller),
  },
  ...Object.entries(events).map(([event, cell]) => ({
    title: `${name}: \`${event}\``,
    access: 'token',
    cell,
  })),
];

const eventCells = <E extends string>(
  events: readonly E[],
  emit: (stage: Stage, event: E, caller: Caller) => Promise<string>,
): Record<string, Cell> =>
  Object.fromEntries(
    events.map((event) => [event, (stage: Stage, caller: Caller) => emit(stage, event, caller)]),
  );

const plans = [
  ...AREAS.map(([name, area]) => ({
    name,
    // The union of all areas loses the key types.
    plans: Object.keys(area).flatMap((key) => plansOf(key as keyof typeof routes)),
  })),
  {
    name: 'Sockets',
    plans: [
      ...socketPlans('room', '/group-socket.io', eventCells(keysOf(groupEvents), emitInGroup)),
      ...socketPlans('private', '/socket.io', eventCells(keysOf(privateEvents), emitInPrivate)),
    ],
  },
];

const made = new Map<string, Row>();
const table = readTable();
const expected = cellsIn(table);

async function fill({ cell }: Plan): Promise<Cells> {
  const stage = await openStage(matrixApp);
  const cells: [string, string][] = [];
  for (const role of ROLES) cells.push([role, await cell(stage, stage.callerOf(role))]);
  // Object.fromEntries loses the type of the keys.
  return Object.fromEntries(cells) as Cells;
}

describe.each(plans)('R-13, R-14: $name', ({ plans: rows }) => {
  it.each(rows)('$title returns to each role what the table says', { timeout: ROW_MS }, async (plan) => {
    const cells = await fill(plan);
    made.set(plan.title, { title: plan.title, access: plan.access, cells });
    if (isUpdate) return;
    const [access, ...answers] = expected.get(plan.title) ?? [];
    const said = Object.fromEntries(ROLES.map((role, index) => [role, answers[index]]));
    expect({ access: plan.access, ...cells }).toEqual({ access, ...said });
  });
});

describe('guests and registered users in the table', () => {
  const answerOf = (call: string, role: Role) => expected.get(call)?.[ROLES.indexOf(role) + 1];

  it.each([
    ['`POST /subscriptions/plan` – of the caller', '403 guests_cannot_create_plans'],
    ['`POST /upload`', '403 upload_needs_account'],
    ['`POST /media/upload` – words alone', '403 upload_needs_account'],
    ['`POST /users/update-profile`', '403 profile_needs_account'],
    ['`POST /subscriptions/subscribe`', '403 guests_cannot_subscribe'],
    ['`POST /groupchat/groups/send-gift`', '403 guests_cannot_gift'],
    ['`POST /groups/:id/unban`', '403 not_authorized'],
    ['`POST /recharge/order`', '403 guests_cannot_recharge'],
    ['`POST /wallet/request-payout`', '403 guests_cannot_request_payout'],
    ['`POST /wallet/ad-reward`', '403 guests_cannot_earn'],
    ['`PATCH /users/availability`', '403 guests_cannot_update_settings'],
  ])('AU-30, AU-33: %s refuses a guest with %s', (call, refusal) => {
    expect(answerOf(call, 'guest')).toBe(refusal);
  });

  it('AU-35, X-37: only guests are refused as guests; unbanning needs a right besides', () => {
    const answers = [...expected.values()].flatMap(([, , , ...registered]) => registered);
    expect(answers.length).toBeGreaterThan(500);
    expect(answers.filter((answer) => /registered_only|guests_|_needs_account/.test(answer))).toEqual([]);
    const unban = ROLES.slice(2).map((role) => [role, answerOf('`POST /groups/:id/unban`', role)]);
    expect(Object.fromEntries(unban)).toMatchObject({ member: '403 not_authorized', moderator: 'ok' });
  });

  it.each([
    '`GET /wallet/balance`',
    '`GET /wallet/history`',
    '`POST /recharge/order`',
    '`POST /wallet/spin`',
    '`POST /wallet/ad-reward`',
    '`POST /wallet/request-payout`',
    '`POST /subscriptions/follow`',
    '`POST /subscriptions/unfollow`',
    '`POST /users/block`',
    '`POST /users/unblock`',
    '`POST /users/report` – the owner',
    '`POST /subscriptions/subscribe`',
  ])('AU-36: a registered user can call %s', (call) => {
    expect(answerOf(call, 'stranger')).toMatch(/^ok/);
  });

  it.each([
    'room: `group_message`',
    'private: `message`',
    '`POST /users/report` – the owner',
    '`POST /groupchat/groups/leave`',
    '`POST /groupchat/delete_messages` – one of the member’s',
    '`GET /groupchat/users/:username/profile`',
  ])('GC-76: a member without a grant can call %s', (call) => {
    expect(answerOf(call, 'member')).toMatch(/^ok/);
  });
});

it('R-13, SV-103: without the API key only open and signed routes respond', async () => {
  const { admin, url } = await openStage(matrixApp);
  for (const key of keysOf(routes)) {
    const isOpen = ['open', 'signed'].includes(routes[key].access);
    if (isOpen) continue;
    const answer = await callAs(url, key, { headers: { [API_KEY_HEADER]: 'another key' } }, admin);
    expect([key, answer]).toEqual([key, '401 invalid_api_key']);
  }
});

it('R-13: the table has exactly one row for everything that can be called', () => {
  const titles = plans.flatMap((area) => area.plans.map(({ title }) => title));
  const called = new Set(titles.map((title) => /^`([A-Z]+ [^`]+)`/.exec(title)?.[1]).filter(Boolean));
  expect([...called].toSorted()).toEqual(Object.keys(routes).toSorted());
  if (made.size < titles.length) return; // Only some rows were run.
  const areas = plans.map(({ name, plans: rows }) => ({
    name,
    rows: rows.flatMap(({ title }) => made.get(title) ?? []),
  }));
  if (isUpdate) writeTable(render(areas));
  else expect(table).toBe(render(areas));
});
