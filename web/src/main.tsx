import './ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchForNewVersion } from './app/after-update.ts';
import { Providers } from './app/providers.tsx';
import { theme } from './platform/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

theme.follow();
watchForNewVersion();
createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
);
