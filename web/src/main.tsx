import './ui/theme.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchForNewVersion } from './app/after-update.ts';
import { Providers } from './app/providers.tsx';
import { theme } from './platform/theme.ts';
import { pageStarts } from './ui/in-slices.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

pageStarts();
theme.follow();
watchForNewVersion();
createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
);
