import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render as renderBare } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';

const Texts = ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>;

/** Renders with the texts loaded and returns a simulated user for keys and buttons. */
export const render = (element: ReactElement) => ({
  person: userEvent.setup(),
  ...renderBare(element, { wrapper: Texts }),
});
