import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openScreen } from './accounts.fixture.tsx';
import { ErrorScreen } from './error-screen.tsx';

describe('/error', () => {
  it('SH-29, X-25: explains the error and leads back to the login', async () => {
    await openScreen({ at: '/error', screen: ErrorScreen });
    expect(screen.getByText('Session expired. Please log in again.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to log in' }).getAttribute('href')).toBe('/login');
  });
});
