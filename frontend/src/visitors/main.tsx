import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { VisitorsPage } from './VisitorsPage';
import '../styles/app.css';

const root = document.getElementById('root');
if (!root) throw new Error('shared.html has no #root.');
const token = window.location.pathname.split('/')[2] ?? '';
createRoot(root).render(
  <StrictMode>
    <VisitorsPage token={token} />
  </StrictMode>,
);
