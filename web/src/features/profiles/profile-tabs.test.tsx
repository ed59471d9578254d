import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { profileFor, photoOf, planOf, aboutOf, showProfile, type ProfileStage } from './profiles.fixture.tsx';
import { ProfileScreen } from './profile-screen.tsx';

const show = (stage: ProfileStage = {}, at = '/profile/riya') =>
  showProfile(() => <ProfileScreen />, stage, { at });
const riya = (given = {}) => profileFor('riya', { display_name: 'Riya', ...given });
const tabs = async () => {
  await screen.findAllByRole('tab');
  return screen.getAllByRole('tab').map(({ textContent }) => textContent);
};
const openTab = () => screen.getByRole('tab', { selected: true }).textContent;

describe('the tabs of a profile', () => {
  it('HM-15: of another user are those that have something in them', async () => {
    const page = await show({ profile: riya() });
    expect(await tabs()).toEqual(['Posts', 'About']);
    page.unmount();
    await show({ profile: riya({ total_locked: 1, plans: [planOf()] }) });
    expect(await tabs()).toEqual(['Posts', 'Locked', 'Plans', 'About']);
  });

  it('HM-15: are chosen by keyboard, stand in the address without a step of their own, and stay after a reload', async () => {
    const profile = riya({ total_locked: 1, plans: [planOf()] });
    const page = await show({ profile });
    await tabs();
    screen.getByRole('tab', { name: 'Posts' }).focus();
    await page.person.keyboard('{ArrowRight}');
    await waitFor(() => expect(page.href()).toBe('/profile/riya?view=locked'));
    expect(openTab()).toBe('Locked');
    await page.person.keyboard('{End}');
    await waitFor(() => expect(page.href()).toBe('/profile/riya?view=about'));
    expect(document.activeElement?.textContent).toBe('About');
    await page.person.keyboard('{Home}');
    await waitFor(() => expect(page.href()).toBe('/profile/riya'));
    page.unmount();
    await show({ profile }, '/profile/riya?view=plans');
    await tabs();
    expect(openTab()).toBe('Plans');
  });

  it('HM-15: an address with another tab opens the posts', async () => {
    await show({ profile: riya() }, '/profile/riya?view=plans');
    await tabs();
    expect(openTab()).toBe('Posts');
  });

  it('HM-15: Locked asks for the locked posts alone', async () => {
    const page = await show(
      { profile: riya({ total_locked: 1 }), media: [photoOf(1, { is_locked: true })] },
      '/profile/riya?view=locked',
    );
    expect(await screen.findByRole('list', { name: 'Locked posts' })).toBeTruthy();
    expect(page.asked('GET /media/list').map(({ path }) => path)).toEqual([
      expect.stringContaining('locked=true'),
    ]);
  });

  it('HM-15: About has the whole of a long bio, since when, and the rooms in common', async () => {
    const rooms = [{ group_id: '0'.repeat(24), name: 'Rooftop Nights' }];
    const answer: ProfileStage['answer'] = ({ path }) =>
      path.startsWith('/groupchat/users/') ? { body: aboutOf('riya', { shared_groups: rooms }) } : undefined;
    const bio = 'Songs and tea. '.repeat(20);
    const page = await show({ profile: riya({ bio }), answer });
    await page.person.click(await screen.findByRole('link', { name: /Read more/ }));
    expect(await screen.findByText('2 January 2026')).toBeTruthy();
    expect(screen.getByRole('tabpanel', { name: 'About' }).textContent).toContain(bio.trim());
    expect(screen.getByRole('link', { name: 'Rooftop Nights' }).getAttribute('href')).toBe(
      `/v1/group/${'0'.repeat(24)}`,
    );
    expect(screen.queryByRole('link', { name: 'Security' })).toBeNull();
  });
});
