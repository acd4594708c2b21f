import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { loadReasonWords } from './lib/reasonWords';
import './styles/app.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
// Loaded in the background, because a refusal can come at any time.
void loadReasonWords();
