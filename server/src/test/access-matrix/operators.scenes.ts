import { randomBytes } from 'node:crypto';
import type { reportsRoutes, sanctionsRoutes } from '@adda/contract/moderation';
import type { notificationsRoutes, unsubscribeRoutes } from '@adda/contract/notifications';
import type { operationsRoutes } from '@adda/contract/operations';
import type { platformRoutes } from '@adda/contract/platform';
import type { safetyRoutes } from '@adda/contract/safety';
import { unsigned } from './feed.scenes.ts';
import { noInput, type CallOf, type ScenesOf } from './scene.fixture.ts';
import type { Stage } from './stage.fixture.ts';

const reason = 'threatened people in private chats';
const text = 'it was not me, please look again';

const reportParams = async ({ report }: Stage) => ({ params: { report_id: await report() } });
const newUserParams = async ({ newUser }: Stage) => ({ params: { username: (await newUser()).username } });
const reasonAlone = { body: { reason } };

/** Builds a report; it stores as evidence the content of the target that the reporter may see. */
function reporting(
  { owner, admin, client }: Stage,
  named: { readonly message_id?: string; readonly media_id?: string },
): CallOf<'POST /users/report'> {
  return {
    body: { reported_username: owner.username, reason, ...named },
    async shows({ report_id: reportId }) {
      const { data } = await client(
        'GET /admin/reports/:report_id',
        { params: { report_id: reportId } },
        admin,
      );
      const { messages, post } = data.report.evidence;
      return messages.length > 0 || post !== null ? 'kept as evidence' : 'nothing kept of it';
    },
  };
}

/** Calls of reports, by users and by administrators. */
export const reportsScenes: ScenesOf<typeof reportsRoutes> = {
  'POST /users/report': {
    'the owner': ({ owner }) => ({ body: { reported_username: owner.username, reason } }),
    'the owner, for what they said to the member': async (stage) =>
      reporting(stage, { message_id: await stage.sendPrivately(stage.owner, stage.member) }),
    'the owner, for a public post': async (stage) => reporting(stage, { media_id: await stage.post() }),
    'the owner, for a locked post': async (stage) => reporting(stage, { media_id: await stage.lockedPost() }),
    'the owner, for a private post': async (stage) =>
      reporting(stage, { media_id: await stage.secretPost() }),
  },
  'GET /users/me/reports': async ({ ownersReport }, { role }) => {
    if (role === 'anonymous') await ownersReport();
    return { query: {}, shows: ({ reports }) => (reports.length > 0 ? 'own reports' : 'none') };
  },
  'POST /users/me/reports/:report_id/ask-again': async ({ ownersReport }) => ({
    params: { report_id: await ownersReport() },
    body: { text },
  }),
  'GET /help-lines': () => ({ shows: ({ countries }) => (countries.length > 0 ? 'numbers' : 'none') }),
  'GET /admin/reports': () => ({ query: {} }),
  'GET /admin/reports/:report_id': reportParams,
  'PATCH /admin/reports/:report_id': async (stage) => ({
    ...(await reportParams(stage)),
    body: { status: 'dismissed' },
  }),
  'GET /media/evidence/:file_id': {
    'the admin’s link': async ({ evidenceLink }) => ({ link: await evidenceLink() }),
    unsigned: async ({ evidenceLink }) => unsigned(await evidenceLink(), 'signature'),
  },
  'DELETE /admin/media/:media_id': async ({ post }) => ({
    params: { media_id: await post() },
    body: { reason, keep_out: false },
  }),
};

/** Calls of sanctions and appeals. */
export const sanctionsScenes: ScenesOf<typeof sanctionsRoutes> = {
  'GET /admin/users': () => ({ query: {} }),
  'GET /admin/users/:username': ({ owner }) => ({ params: { username: owner.username } }),
  'POST /admin/users/:username/suspend': async (stage) => ({
    ...(await newUserParams(stage)),
    ...reasonAlone,
  }),
  'POST /admin/users/:username/unsuspend': async ({ suspended }) => ({
    params: { username: (await suspended()).username },
    ...reasonAlone,
  }),
  'GET /admin/appeals': () => ({ query: {} }),
  'PATCH /admin/appeals/:appeal_id': async ({ appeal }) => ({
    params: { appeal_id: await appeal() },
    body: { decision: 'uphold', answer: 'we looked again' },
  }),
  'GET /admin/evasion': () => ({ query: {} }),
  'PATCH /admin/evasion/:flag_id': async ({ flag }) => ({
    params: { flag_id: await flag() },
    body: { status: 'dismissed' },
  }),
  'GET /users/me/sanctions': async ({ warning }, { role }) => {
    if (role === 'anonymous') await warning();
    return { shows: ({ sanctions }) => `sanctions: ${sanctions.length}` };
  },
  'POST /users/me/sanctions/:sanction_id/appeal': async ({ warning }) => ({
    params: { sanction_id: await warning() },
    body: { text },
  }),
  'POST /auth/suspension': {
    'with the token of a suspended user': async ({ suspended }) => ({
      body: { token: (await suspended()).token },
    }),
    'with their name alone': async ({ suspended }) => ({
      body: { username: (await suspended()).username, password: 'a guess that is wrong' },
    }),
  },
  'POST /auth/suspension/appeal': {
    'with the token of a suspended user': async ({ suspended }) => ({
      body: { token: (await suspended()).token, text },
    }),
    'with their name alone': async ({ suspended }) => ({
      body: { username: (await suspended()).username, password: 'a guess that is wrong', text },
    }),
  },
};

/** Calls of notifications and announcements. */
export const notificationsScenes: ScenesOf<typeof notificationsRoutes> = {
  'GET /notifications': async ({ warning }, { role }) => {
    if (role === 'anonymous') await warning();
    return { query: {}, shows: ({ notifications }) => `notifications: ${notifications.length}` };
  },
  'POST /notifications/read': noInput,
  'GET /announcements': noInput,
  'GET /admin/announcements': noInput,
  'POST /admin/announcements': () => ({ body: { text: 'We are open' } }),
  'DELETE /admin/announcements/:announcement_id': async ({ client, admin }) => {
    const { data } = await client('POST /admin/announcements', { body: { text: 'We are open' } }, admin);
    return { params: { announcement_id: data.announcement.announcement_id } };
  },
};

/** Links that end mails. The link of a mail is sufficient. */
export const unsubscribeScenes: ScenesOf<typeof unsubscribeRoutes> = {
  'POST /unsubscribe': {
    'with the link of the owner’s mail': async ({ unsubscribeLink, owner }) => ({
      link: unsubscribeLink(owner.userId),
    }),
    'with a guess': () => ({ query: { token: '1.0123456789012345678901' } }),
  },
};

const newWord = () => ({ body: { word: `zq${randomBytes(8).toString('hex')}`, action: 'review' as const } });
const newHash = () => ({ body: { kind: 'sha256' as const, value: randomBytes(32).toString('hex') } });

/** Calls of dashboards and settings. */
export const operationsScenes: ScenesOf<
  typeof operationsRoutes & typeof safetyRoutes & typeof platformRoutes
> = {
  'GET /health': noInput,
  'GET /health/live': noInput,
  'GET /config/client': noInput,
  'GET /admin/dashboard': () => ({ query: {} }),
  'GET /admin/audit': () => ({ query: {} }),
  'POST /admin/audit/check': noInput,
  'GET /admin/safety': noInput,
  'PATCH /admin/safety': () => ({
    body: { new_account_hours: 72, first_contacts_per_day: 20, plain_links: true },
  }),
  'GET /admin/words': noInput,
  'POST /admin/words': newWord,
  'DELETE /admin/words/:word_id': async ({ client, admin }) => ({
    params: { word_id: (await client('POST /admin/words', newWord(), admin)).data.word.word_id },
  }),
  'GET /admin/upload-hashes': () => ({ query: {} }),
  'POST /admin/upload-hashes': newHash,
  'DELETE /admin/upload-hashes/:upload_hash_id': async ({ client, admin }) => {
    const { data } = await client('POST /admin/upload-hashes', newHash(), admin);
    return { params: { upload_hash_id: data.upload_hash.upload_hash_id } };
  },
};
