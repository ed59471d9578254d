import { UPLOAD_MAX_BYTES } from '@adda/contract/feed/limits';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../../test/people-page.tsx';
import { ComposerDialog } from './composer-dialog.tsx';
import { draftProblems, fileProblem } from './post-checks.ts';
import { blankDraft } from './post-draft.ts';
import { chooseFile, fileOf, holdUploads } from './upload.fixture.tsx';
import { planOf } from '../../creators/creators.fixture.ts';

const offering =
  (...plans: unknown[]): RequestHandler =>
  ({ path }) =>
    path.startsWith('/subscriptions/plans/list') ? { body: plans } : undefined;

async function open(answering: RequestHandler = offering(), as = 'asha') {
  const onClose = vi.fn();
  const sent = holdUploads();
  const page = await showPeople(() => <ComposerDialog onClose={onClose} />, answering, as);
  const dialog = within(await screen.findByRole('dialog', { name: 'New post' }));
  return { ...page, dialog, onClose, sent };
}

const postButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Post' });
const photo = () => fileOf('rain.jpg', 'image/jpeg');

describe('the composer', () => {
  it('FE-16, FE-17, FE-18, ME-03, CO-01 to CO-03: counts and limits the texts', async () => {
    const { dialog, person } = await open();
    const bounds = { Caption: 500, Hashtags: 100, Feeling: 50 };
    for (const [name, most] of Object.entries(bounds)) {
      const field = dialog.getByLabelText<HTMLInputElement>(name);
      expect(field.maxLength).toBe(most);
      await person.type(field, 'abc');
      // The counter is in the row of the label.
      const line = dialog.getByText(name, { selector: 'label' }).parentElement;
      expect(line?.contains(dialog.getByText(`3 / ${most}`))).toBe(true);
    }
  });

  it('FE-18: a feeling is chosen from a list or typed', async () => {
    const { dialog, person } = await open();
    await person.click(dialog.getByRole('button', { name: 'happy' }));
    const field = dialog.getByLabelText<HTMLInputElement>('Feeling');
    expect(field.value).toBe('happy');
    expect(dialog.getByRole('button', { name: 'happy', pressed: true })).toBeTruthy();
    await person.clear(field);
    await person.type(field, 'like dancing');
    expect(dialog.queryByRole('button', { pressed: true })).toBeNull();
  });

  it('FE-22: Post is enabled with a caption or a file', async () => {
    const { dialog, person } = await open();
    expect(postButton().disabled).toBe(true);
    await person.type(dialog.getByLabelText('Caption'), 'x');
    expect(postButton().disabled).toBe(false);
    await person.clear(dialog.getByLabelText('Caption'));
    expect(postButton().disabled).toBe(true);
    chooseFile(photo());
    expect(postButton().disabled).toBe(false);
  });

  it('HM-14, FE-26, ME-07, X-02: a caption alone is posted, with its other texts', async () => {
    const { dialog, person, sent } = await open();
    expect(document.activeElement).toBe(dialog.getByLabelText('Caption'));
    await person.type(dialog.getByLabelText('Caption'), 'rain at last');
    await person.type(dialog.getByLabelText('Hashtags'), '#rain');
    await person.click(postButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.path).toBe('/media/upload');
    expect(Object.fromEntries(sent[0]?.form ?? [])).toEqual({
      is_locked: 'false',
      visibility: 'public',
      caption: 'rain at last',
      hashtags: '#rain',
      upload_key: expect.stringMatching(/^[A-Za-z0-9_-]{24,64}$/),
    });
    expect(draftProblems({ ...blankDraft(), caption: '  ' }).file).toBe('Please provide a file or caption');
  });

  it('FE-19, ME-01, X-02: a locked post needs a file, which is said at the file', async () => {
    const { dialog, person, sent } = await open(offering(planOf('Gold')));
    await person.type(dialog.getByLabelText('Caption'), 'rain');
    await person.click(dialog.getByRole('switch', { name: 'Lock for subscribers' }));
    await person.click(await dialog.findByRole('radio', { name: /Gold/ }));
    await person.click(postButton());
    expect(dialog.getByRole('alert').textContent).toBe('Please select a file');
    const button = dialog.getByRole('button', { name: 'Choose a photo or video' });
    expect(document.activeElement).toBe(button);
    const described = (button.getAttribute('aria-describedby') ?? '').split(' ');
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain('Please select a file');
    expect(sent).toHaveLength(0);
  });

  it('FE-23, FE-24, CO-07: refuses a file that is too large or of another type, and keeps the previous one', async () => {
    const { dialog } = await open();
    chooseFile(photo());
    expect(dialog.getByText('rain.jpg')).toBeTruthy();
    chooseFile(fileOf('film.mp4', 'video/mp4', UPLOAD_MAX_BYTES + 1));
    expect(dialog.getByRole('alert').textContent).toBe('File size exceeds 50MB limit');
    chooseFile(fileOf('paper.pdf', 'application/pdf'));
    expect(dialog.getByRole('alert').textContent).toBe(
      'Choose a photo (JPEG, PNG, GIF, WebP) or a video (MP4, MOV, AVI).',
    );
    expect(dialog.getByText('rain.jpg')).toBeTruthy();
    expect(fileProblem(fileOf('film.mp4', 'video/mp4', UPLOAD_MAX_BYTES))).toBeUndefined();
  });

  it('FE-21: an invalid visibility is refused', () => {
    const draft = { ...blankDraft(), file: photo(), visibility: 'friends' };
    expect(draftProblems(draft)).toMatchObject({ visibility: 'Invalid visibility setting' });
    expect(draftProblems({ ...draft, visibility: 'private' }).visibility).toBeUndefined();
  });

  it('shows the chosen file before the upload, and removes it', async () => {
    const { dialog, person } = await open();
    chooseFile(photo());
    expect(dialog.getByRole('img', { name: 'Preview of rain.jpg' }).getAttribute('src')).toMatch(/^blob:/);
    chooseFile(fileOf('film.mp4', 'video/mp4'));
    expect(dialog.getByLabelText('Preview of film.mp4').tagName).toBe('VIDEO');
    // A browser that can't display the file reports it.
    fireEvent.error(dialog.getByLabelText('Preview of film.mp4'));
    expect(dialog.queryByLabelText('Preview of film.mp4')).toBeNull();
    expect(dialog.getByText('film.mp4')).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: 'Remove file' }));
    expect(dialog.queryByText('film.mp4')).toBeNull();
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Choose a photo or video' }));
  });

  it('accepts a dropped or pasted file', async () => {
    const { dialog } = await open();
    fireEvent.drop(dialog.getByLabelText('Caption'), {
      dataTransfer: { files: [photo()], types: ['Files'] },
    });
    expect(dialog.getByText('rain.jpg')).toBeTruthy();
    fireEvent.paste(dialog.getByLabelText('Caption'), {
      clipboardData: { files: [fileOf('shot.png', 'image/png')] },
    });
    expect(dialog.getByText('shot.png')).toBeTruthy();
  });

  it('FE-25, ME-04: guests read ‘Upgrade to permanent user’ with a link', async () => {
    const { dialog } = await open(offering(), '_guest-kabir');
    expect(dialog.getByText('Upgrade to permanent user')).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Keep my account' }).getAttribute('href')).toBe('/upgrade');
    expect(screen.queryByRole('button', { name: 'Post' })).toBeNull();
    expect(dialog.queryByLabelText('Caption')).toBeNull();
  });
});

describe('a locked post', () => {
  const lock = async (page: Awaited<ReturnType<typeof open>>) => {
    chooseFile(photo());
    await page.person.click(page.dialog.getByRole('switch', { name: 'Lock for subscribers' }));
  };

  it('FE-15, FE-20, FE-28, ME-02, X-26: needs a plan, is private, and sends both', async () => {
    const page = await open(offering(planOf('Gold'), planOf('Silver')));
    const { dialog, person, sent } = page;
    await lock(page);
    expect(dialog.getByLabelText<HTMLSelectElement>('Visibility')).toMatchObject({
      value: 'private',
      disabled: true,
    });
    const gold = await dialog.findByRole('radio', { name: /Gold/ });
    await person.click(postButton());
    expect(dialog.getByText('Please select a plan for locked content')).toBeTruthy();
    const group = dialog.getByRole('group', { name: 'Plan' });
    const text = document.getElementById(group.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(text).toBe('Please select a plan for locked content');
    expect(document.activeElement).toBe(gold);
    expect(sent).toHaveLength(0);
    await person.click(gold);
    await person.type(dialog.getByLabelText('Caption'), ' rain ');
    await person.click(postButton());
    await waitFor(() => expect(sent).toHaveLength(1));
    const [post] = sent;
    expect(post?.path).toBe('/upload');
    const { upload_key: key, file, ...fields } = Object.fromEntries(post?.form ?? []);
    expect(fields).toEqual({
      is_locked: 'true',
      visibility: 'private',
      plan_id: planOf('Gold').plan_id,
      caption: 'rain',
      filename: 'rain.jpg',
    });
    expect(key).toMatch(/^[A-Za-z0-9_-]{24,64}$/);
    expect(file).toBeInstanceOf(File);
    // The server needs the other fields before the bytes of the file.
    expect([...(post?.form.keys() ?? [])].at(-1)).toBe('file');
  });

  it('FE-29: locking scrolls the plans into view; a lock from before does not scroll', async () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
    const page = await open(offering(planOf('Gold')));
    await lock(page);
    const gold = await page.dialog.findByRole('radio', { name: /Gold/ });
    const places = scrolled.mock.contexts.filter((place) => place instanceof Element);
    expect(places.at(-1)?.contains(gold)).toBe(true);
    page.unmount();
    scrolled.mockClear();
    const again = await open(offering(planOf('Gold')));
    await again.dialog.findByRole('radio', { name: /Gold/ });
    expect(scrolled).not.toHaveBeenCalled();
  });

  it('FE-29, FE-30, PL-02, Q-16: shows the plans; ‘Create a new plan’ opens an empty form below and the list stays', async () => {
    const page = await open(
      offering(planOf('Gold', { amount: 4.5, validity_days: 7, description: 'All of it' })),
    );
    const { dialog, person } = page;
    await lock(page);
    const gold = await dialog.findByRole('radio', { name: /Gold/ });
    expect(await dialog.findByText('$4.50 for 7 days')).toBeTruthy();
    expect(dialog.getByText('All of it')).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: 'Create a new plan' }));
    await person.type(dialog.getByLabelText('Plan name'), 'Sil');
    await person.click(dialog.getByRole('button', { name: 'Create a new plan' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Plan name').value).toBe('');
    expect(dialog.getByRole('radio', { name: /Gold/ })).toBe(gold);
  });

  it('FE-29, X-06, X-49: shows a form where there is no plan; the new plan is selected', async () => {
    const page = await open(offering());
    const { dialog, person, answers, asked, sent } = page;
    await lock(page);
    await person.type(await dialog.findByLabelText('Plan name'), 'Gold');
    await person.type(dialog.getByLabelText('Amount in US dollars'), '5');
    await person.type(dialog.getByLabelText('Validity in days'), '30');
    await person.click(postButton());
    expect(dialog.getByRole('alert').textContent).toBe('Please select a plan for locked content');
    const gold = planOf('Gold');
    answers(({ method }) =>
      method === 'POST'
        ? { status: 201, body: { plan_id: gold.plan_id, message: 'ok', plan: gold } }
        : { body: [gold] },
    );
    await person.click(dialog.getByRole('button', { name: 'Create plan' }));
    expect(await dialog.findByRole('radio', { name: /Gold/, checked: true })).toBeTruthy();
    expect(asked('POST /subscriptions/plan')).toHaveLength(1);
    await person.click(postButton());
    await waitFor(() => expect(sent[0]?.form.get('plan_id')).toBe(gold.plan_id));
  });

  it('PL-19, X-56: a failure to load the plans is ‘Failed to fetch subscription plans’, with Try Again', async () => {
    const page = await open(() => refused(500, 'Something went wrong.', 'internal_error'));
    const { dialog, person, answers } = page;
    await lock(page);
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to fetch subscription plans');
    answers(offering(planOf('Gold')));
    await person.click(dialog.getByRole('button', { name: 'Try Again' }));
    expect(await dialog.findByRole('radio', { name: /Gold/ })).toBeTruthy();
  });
});
