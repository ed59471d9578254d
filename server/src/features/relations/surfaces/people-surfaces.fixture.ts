import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Surface } from './scene.fixture.ts';

/** Surfaces with lists of users and profiles. */
export const peopleSurfaces: readonly Surface[] = [
  {
    name: 'GC-29: the members of a common room',
    async look({ listMembers, groupId }, viewer, other) {
      const { data } = await listMembers(viewer, groupId);
      const row = data.members.find(({ username }) => username === other.username);
      return { total: data.total_count, isListed: row !== undefined, isOnline: row?.is_online };
    },
    open: { total: 4, isListed: true, isOnline: true },
    blocked: { total: 4, isListed: true, isOnline: false },
  },
  {
    name: 'SV-17: the profile',
    async look({ client }, viewer, { username }) {
      const { data } = await client(
        'GET /groupchat/users/:username/profile',
        { params: { username } },
        viewer,
      );
      const { bio, is_online: isOnline, created_at: createdAt, shared_groups: shared, ...rest } = data;
      return { bio, isOnline, createdAt, shared: shared.length, hasName: rest.username === username };
    },
    open: { bio: 'Likes tea', isOnline: true, createdAt: expect.any(String), shared: 1, hasName: true },
    blocked: { bio: null, isOnline: false, createdAt: null, shared: 0, hasName: true },
  },
  {
    name: 'SV-21: the online status',
    async look({ client }, viewer, { username }) {
      return (await client('GET /chat/users/:username/status', { params: { username } }, viewer)).data;
    },
    open: { is_online: true, last_active: expect.any(String) },
    blocked: { is_online: false, last_active: null },
  },
  {
    name: 'SV-22: whether a username exists',
    async look({ client }, viewer, { username }) {
      return (await client('GET /chat/users/:username/exists', { params: { username } }, viewer)).data;
    },
    open: { exists: true },
    blocked: { exists: true },
  },
  {
    name: 'SV-20: the directory',
    async look({ client }, viewer, { username }) {
      const { data } = await client('GET /users/list', { query: { username } }, viewer);
      return data.users.some((row) => row.username === username);
    },
    open: true,
    blocked: false,
  },
  {
    name: 'SV-94: the leaderboard',
    async look({ client }, viewer, { username }) {
      for (let page = 1; ; page += 1) {
        const query = { page, page_size: 100 };
        const { data } = await client('GET /wallet/leaderboard', { query }, viewer);
        const entry = data.leaderboard.find((each) => each.username === username);
        if (entry || page >= data.total_pages) return entry?.has_profile;
      }
    },
    open: true,
    blocked: false,
  },
  {
    name: 'HM-15: the lists and counts of a third person',
    async look({ client, zed }, viewer, other) {
      const about = { params: { username: zed.username }, query: {} };
      // They may follow already.
      await client('POST /subscriptions/follow', { query: { target_username: zed.username } }, other);
      await client('POST /subscriptions/follow', { query: { target_username: other.username } }, zed);
      const { followers } = (await client('GET /users/:username/followers', about, viewer)).data;
      const { following } = (await client('GET /users/:username/following', about, viewer)).data;
      const profile = { params: { sender: zed.username } };
      const counts = (await client('GET /feed/profile/:sender', profile, viewer)).data;
      const isIn = (people: readonly { username: string }[]) =>
        people.some(({ username }) => username === other.username);
      return {
        isListed: [isIn(followers), isIn(following)],
        isCountExact: [
          counts.total_followers === followers.length,
          counts.total_following === following.length,
        ],
      };
    },
    open: { isListed: [true, true], isCountExact: [true, true] },
    blocked: { isListed: [false, false], isCountExact: [true, true] },
  },
  {
    name: 'SV-53, X-28: the check of blocks',
    async look({ client }, viewer, { username }) {
      const { data } = await client('GET /users/blocks/check/:username', { params: { username } }, viewer);
      return data.is_blocked;
    },
    open: false,
    blocked: true,
  },
  {
    name: 'SV-47: a report, with its evidence',
    async look({ client, room, database }, viewer, other) {
      await room(other).send('something vile');
      const body = { reported_username: other.username, reason: 'says things that hurt' };
      const answer = await client('POST /users/report', { body }, viewer);
      const { rows } = await sql<{ kept: string }>`
        SELECT evidence::text AS kept FROM reports WHERE id = ${answer.data.report_id}`.execute(database.db);
      return { status: answer.status, hasEvidence: rows[0]?.kept.includes('something vile') };
    },
    open: { status: 200, hasEvidence: true },
    blocked: { status: 200, hasEvidence: true },
  },
];
