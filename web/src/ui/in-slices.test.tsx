import { fireEvent, render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { InSlices, pageStarts } from './in-slices.tsx';

const list = <InSlices fallback={<p>Loading</p>}>{() => <ul aria-label="Posts" />}</InSlices>;

it('begins with a placeholder only while the page starts, and ends with the content', async () => {
  expect(renderToStaticMarkup(list)).toContain('<ul');
  pageStarts();
  expect(renderToStaticMarkup(list)).toBe('<p>Loading</p>');
  render(list);
  expect(await screen.findByRole('list', { name: 'Posts' })).toBeTruthy();
  expect(screen.queryByText('Loading')).toBeNull();
  fireEvent.keyDown(document.body, { key: 'Tab' });
  expect(renderToStaticMarkup(list)).toContain('<ul');
});
