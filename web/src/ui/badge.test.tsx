import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { render } from '../test/render.tsx';
import { Badge, cappedCount } from './badge.tsx';

describe('Badge', () => {
  it("SH-20, CO-15: shows counts up to nine and '9+' above", () => {
    expect([1, 9, 10, 1000].map((count) => cappedCount(count))).toEqual(['1', '9', '9+', '9+']);
  });

  it('is hidden for 0 and reads out its whole sentence', () => {
    const { rerender, container } = render(<Badge count={0} label="none" />);
    expect(container.textContent).toBe('');
    rerender(<Badge count={12} label="12 unread messages" />);
    expect(screen.getByText('12 unread messages')).toBeTruthy();
    expect(screen.getByText('9+').getAttribute('aria-hidden')).toBe('true');
  });
});
