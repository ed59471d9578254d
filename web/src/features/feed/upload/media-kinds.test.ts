import { uploadFields } from '@adda/contract/feed';
import { describe, expect, it } from 'vitest';
import { mediaKindOf } from './media-kinds.ts';
import { blankDraft, changeDraft, formFieldsOf, isBlankDraft } from './post-draft.ts';

describe('file types', () => {
  it.each([
    ['a.jpg', 'image/jpeg', 'image'],
    ['a.png', 'image/PNG', 'image'],
    ['a.gif', 'image/gif', 'image'],
    ['a.webp', 'image/webp', 'image'],
    ['a.mp4', 'video/mp4', 'video'],
    ['a.mov', 'video/quicktime', 'video'],
    ['a.avi', 'video/x-msvideo', 'video'],
    // Names of some systems for the type, or no type at all.
    ['a.avi', 'video/vnd.avi', 'video'],
    ['A.AVI', '', 'video'],
    ['a.jpeg', '', 'image'],
    ['a.svg', 'image/svg+xml', undefined],
    ['a.jpg', 'text/html', undefined],
    ['a.webm', 'video/webm', undefined],
    ['a.txt', '', undefined],
  ])('FE-23: %s as "%s" is %s', (name, type, kind) => {
    expect(mediaKindOf({ name, type })).toBe(kind);
  });
});

describe('a draft', () => {
  it('FE-15: is sent as private while it is locked, and with a plan only then', () => {
    const draft = { ...blankDraft(), planId: 'plan_1', visibility: 'public', feeling: ' calm ' };
    expect(formFieldsOf(draft)).toEqual({
      is_locked: 'false',
      visibility: 'public',
      feeling: 'calm',
      upload_key: draft.uploadKey,
    });
    expect(formFieldsOf({ ...draft, isLocked: true })).toMatchObject({
      is_locked: 'true',
      visibility: 'private',
      plan_id: 'plan_1',
    });
  });

  it('FE-28, ME-06: matches the contract', () => {
    const file = new File(['x'], 'rain.jpg');
    const full = { ...blankDraft(), file, caption: 'x'.repeat(500), hashtags: '#rain', feeling: 'calm' };
    for (const draft of [full, { ...full, isLocked: true, planId: 'plan_1' }, blankDraft()]) {
      const fields = formFieldsOf(draft);
      expect(uploadFields.safeParse(fields).data).toEqual(fields);
    }
  });

  it('limits the filename to the server’s maximum', () => {
    const file = new File(['x'], `${'n'.repeat(300)}.jpg`);
    expect(formFieldsOf({ ...blankDraft(), file }).filename).toHaveLength(255);
  });

  it('X-30: keeps its key when its texts change', () => {
    const draft = blankDraft();
    expect(changeDraft(draft, { caption: 'rain', isLocked: true }).uploadKey).toBe(draft.uploadKey);
    expect(blankDraft().uploadKey).not.toBe(draft.uploadKey);
  });

  it('is blank while there is nothing to lose', () => {
    expect(isBlankDraft({ ...blankDraft(), caption: '  ', visibility: 'private' })).toBe(true);
    expect(isBlankDraft({ ...blankDraft(), hashtags: '#rain' })).toBe(false);
  });
});
