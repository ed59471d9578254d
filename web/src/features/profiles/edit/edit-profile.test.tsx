import type { Profile } from '@adda/contract/profiles';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { showsPeople } from '../../../platform/people-queries.ts';
import { refused } from '../../../test/people-page.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { meQuery } from '../../accounts/index.ts';
import { profileFor, showProfile, type ProfileStage } from '../profiles.fixture.tsx';
import { profileKeys } from '../profiles.queries.ts';
import { EditProfileDialog } from './edit-profile-dialog.tsx';

const UPDATE = 'POST /users/update-profile';
const asha = profileFor('asha', { bio: 'Rooftops', links: ['https://asha.example'] });
const saved = { message: 'Profile updated successfully', profile_image_url: null };

async function show(stage: ProfileStage = {}, profile: Profile = asha) {
  const onClose = vi.fn();
  const page = await showProfile(() => <EditProfileDialog profile={profile} onClose={onClose} />, {
    answer: ({ path }) => (path === '/users/update-profile' ? { body: saved } : undefined),
    ...stage,
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Profile' }));
  return {
    ...page,
    onClose,
    dialog,
    save: () => page.person.click(dialog.getByRole('button', { name: 'Save' })),
    /** Returns a field of the submitted form, undefined where it was not sent. */
    sent(name: string): string | undefined {
      const form = String(page.asked(UPDATE).at(-1)?.body);
      return new RegExp(`name="${name}"(?:;[^\\r]*)?\\r\\n(?:[^\\r]+\\r\\n)*\\r\\n([^\\r]*)`).exec(form)?.[1];
    },
  };
}

const pictureFile = (name = 'me.png', type = 'image/png', size = 10) =>
  new File([new Uint8Array(size)], name, { type });

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:test');
});

describe('editing the profile', () => {
  it('PR-20, PR-21, AU-29, SH-36: sends the changes, reloads the account and everything that shows users', async () => {
    const { client, person, dialog, save, sent, onClose, asked } = await show();
    client.setQueryData(profileKeys.one('asha'), asha);
    await client.prefetchQuery(meQuery);
    await client.prefetchQuery({ queryKey: ['people'], queryFn: () => 'asha', meta: showsPeople });
    await person.clear(dialog.getByLabelText('Name'));
    await person.type(dialog.getByLabelText('Name'), ' Asha ');
    await person.clear(dialog.getByLabelText('Bio'));
    await person.type(dialog.getByLabelText('Bio'), 'Tea');
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect([sent('display_name'), sent('bio'), sent('links')]).toEqual([
      'Asha',
      'Tea',
      '["https://asha.example"]',
    ]);
    expect(client.getQueryData(profileKeys.one('asha'))).toMatchObject({ display_name: 'Asha' });
    expect(toast.current()).toMatchObject([{ tone: 'success' }]);
    await waitFor(() => expect(asked('GET /users/me')).toHaveLength(2));
    expect(client.getQueryState(['people'])?.isInvalidated).toBe(true);
  });

  it('PR-16: drops blank links', async () => {
    const { person, dialog, save, sent, asked } = await show();
    const add = dialog.getByRole('button', { name: 'Add a link' });
    await person.click(add);
    await person.type(dialog.getByLabelText('Link 2'), '   ');
    await person.click(add);
    await person.type(dialog.getByLabelText('Link 3'), 'http://b.example');
    await save();
    await waitFor(() => expect(asked(UPDATE)).toHaveLength(1));
    expect(sent('links')).toBe('["https://asha.example","http://b.example"]');
  });

  it('PR-15, CO-06: accepts five links and shows an error at the sixth', async () => {
    const { person, dialog } = await show();
    const add = dialog.getByRole('button', { name: 'Add a link' });
    for (let count = 1; count < 5; count += 1) await person.click(add);
    expect(dialog.getAllByRole('textbox', { name: /^Link \d$/ })).toHaveLength(5);
    expect(dialog.queryByText('Maximum 5 links allowed')).toBeNull();
    await person.click(add);
    expect(dialog.getByText('Maximum 5 links allowed')).toBeTruthy();
    expect(dialog.getAllByRole('textbox', { name: /^Link \d$/ })).toHaveLength(5);
    await person.click(dialog.getByRole('button', { name: 'Remove link 2' }));
    expect(dialog.queryByText('Maximum 5 links allowed')).toBeNull();
    expect(dialog.getAllByRole('textbox', { name: /^Link \d$/ })).toHaveLength(4);
    expect(document.activeElement).toBe(add);
  });

  it.each(['ftp://a.example', 'javascript:alert(1)', 'https://me:secret@a.example', 'asha.example'])(
    'PR-13: does not accept %s as a link',
    async (text) => {
      const { person, dialog, save, asked } = await show();
      const field = dialog.getByLabelText('Link 1');
      await person.clear(field);
      await person.type(field, text);
      await save();
      expect(await dialog.findByText('Links must start with http:// or https://')).toBeTruthy();
      await waitFor(() => expect(document.activeElement).toBe(field));
      expect(asked(UPDATE)).toHaveLength(0);
    },
  );

  it('PR-14, CO-05: counts the bio and accepts at most 500 characters', async () => {
    const { dialog, save, asked } = await show();
    const bio = dialog.getByLabelText('Bio');
    fireEvent.change(bio, { target: { value: 'b'.repeat(501) } });
    expect(dialog.getByText('501 of 500 characters')).toBeTruthy();
    await save();
    expect(await dialog.findByText('Use at most 500 characters for the bio')).toBeTruthy();
    expect(asked(UPDATE)).toHaveLength(0);
    fireEvent.change(bio, { target: { value: 'b'.repeat(500) } });
    await save();
    await waitFor(() => expect(asked(UPDATE)).toHaveLength(1));
  });

  it('needs a name with a visible character', async () => {
    const { dialog, save, asked } = await show();
    fireEvent.change(dialog.getByLabelText('Name'), { target: { value: ' \u200b ' } });
    await save();
    expect(await dialog.findByText('Use 1 to 40 characters for the name')).toBeTruthy();
    expect(asked(UPDATE)).toHaveLength(0);
  });

  it.each([
    ['a refusal with its own text', 400, 'Links must start with http:// or https://', undefined],
    ['a server error', 500, 'Failed to update profile', 'Oh no'],
  ])('PR-22: %s is shown, and the input is kept', async (_what, status, text, detail) => {
    const { person, dialog, save, change, onClose } = await show({
      answer: ({ path }) => (path === '/users/update-profile' ? refused(status, detail ?? text) : undefined),
    });
    await person.type(dialog.getByLabelText('Bio'), ' and tea');
    await save();
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toBe(text + (detail ?? ''));
    expect(dialog.getByLabelText('Bio')).toMatchObject({ value: 'Rooftops and tea' });
    expect(onClose).not.toHaveBeenCalled();
    change({ answer: () => ({ body: saved }) });
    await save();
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });

  it('PR-22, CO-08: no response within 30 s is a failure too', async () => {
    const { save, dialog } = await show();
    const send = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function late(
      this: XMLHttpRequest,
    ) {
      expect(this.timeout).toBe(30_000);
      this.dispatchEvent(new Event('timeout'));
    });
    await save();
    expect((await dialog.findByRole('alert')).textContent).toContain('Failed to update profile');
    expect(send).toHaveBeenCalledOnce();
  });

  it('PR-19: guests read that they have to upgrade first', async () => {
    const { dialog } = await show({}, profileFor('_guest-ivy', { is_self: true }));
    expect(dialog.getByText('Upgrade to permanent user')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});

describe('the buttons of the dialog', () => {
  it('stay visible below the scrolling content', async () => {
    const { dialog } = await show();
    const form = dialog.getByLabelText('Name').closest('form');
    for (const name of ['Cancel', 'Save']) {
      expect(form?.contains(dialog.getByRole('button', { name }))).toBe(false);
    }
  });
});

describe('the picture of the profile', () => {
  it('PR-17, PR-18: is a file or a URL; choosing one clears the other', async () => {
    const { person, dialog, save, sent, asked } = await show();
    const url = dialog.getByLabelText('Or a picture from the web');
    const file = dialog.getByLabelText('Picture file');
    await person.type(url, 'https://a.example/me.png');
    await person.upload(file, pictureFile());
    expect(url).toMatchObject({ value: '' });
    expect(await dialog.findByRole('slider', { name: 'Zoom' })).toBeTruthy();
    await person.type(url, 'https://b.example/me.png');
    expect(dialog.queryByRole('slider', { name: 'Zoom' })).toBeNull();
    await save();
    await waitFor(() => expect(asked(UPDATE)).toHaveLength(1));
    expect(sent('profile_image_url')).toBe('https://b.example/me.png');
    expect(String(asked(UPDATE)[0]?.body)).not.toContain('filename=');
  });

  it('PR-17: a file is sent with the form', async () => {
    const { person, dialog, save, asked, sent } = await show();
    await person.upload(dialog.getByLabelText('Picture file'), pictureFile());
    await save();
    await waitFor(() => expect(asked(UPDATE)).toHaveLength(1));
    expect(String(asked(UPDATE)[0]?.body)).toContain('filename="me.png"');
    expect(sent('profile_image_url')).toBeUndefined();
  });

  it.each([
    ['Invalid image format', pictureFile('me.bmp', 'image/bmp')],
    ['Image size exceeds 10MB', pictureFile('me.png', 'image/png', 10 * 1024 * 1024 + 1)],
  ])('PR-17: shows %s', async (text, file) => {
    const { dialog, save, asked } = await show();
    fireEvent.change(dialog.getByLabelText('Picture file'), { target: { files: [file] } });
    expect(await dialog.findByText(text)).toBeTruthy();
    await save();
    await waitFor(() => expect(asked(UPDATE)).toHaveLength(1));
    expect(String(asked(UPDATE)[0]?.body)).not.toContain('filename=');
  });

  it('can be removed', async () => {
    const { person, dialog, save, sent, asked } = await show(
      {},
      { ...asha, profile_image_url: '/media/avatars/old' },
    );
    await person.click(dialog.getByRole('button', { name: 'Remove picture' }));
    expect(dialog.queryByRole('button', { name: 'Remove picture' })).toBeNull();
    await save();
    await waitFor(() => expect(asked(UPDATE)).toHaveLength(1));
    expect(sent('remove_image')).toBe('true');
  });

  it('can be scaled by keyboard', async () => {
    const { person, dialog } = await show();
    await person.upload(dialog.getByLabelText('Picture file'), pictureFile());
    const zoom = await dialog.findByRole('slider', { name: 'Zoom' });
    expect(await dialog.findByRole('group', { name: /^Part of the picture/ })).toBeTruthy();
    fireEvent.change(zoom, { target: { value: '2' } });
    expect(zoom).toMatchObject({ value: '2' });
  });

  it('from a URL is previewed through this server; a URL without a picture shows an error', async () => {
    const copy = { image_url: '/media/images/1?sig=x', image_id: '1', width: 4, height: 4 };
    const { person, dialog, change } = await show({
      answer: ({ path }) => (path.startsWith('/api/images') ? { body: copy } : undefined),
    });
    const url = dialog.getByLabelText('Or a picture from the web');
    await person.type(url, 'https://a.example/me.png');
    const preview = await dialog.findByRole('img', { name: 'Preview of the picture' });
    expect(preview.getAttribute('src')).toBe(copy.image_url);
    change({
      answer: ({ path }) =>
        path.startsWith('/api/images') ? refused(400, 'Failed to process image URL') : undefined,
    });
    await person.type(url, 'x');
    expect(await dialog.findByText("There's no picture that we can use.")).toBeTruthy();
  });
});
