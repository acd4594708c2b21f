import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { preloadFor } from './app/routes';
import { getToken } from './features/account/session/token';
import { loadReasonWords } from './lib/reasonWords';
import './styles/app.css';

/** How long the page may stay blank while the code of its first parts loads. */
const BLANK_MS = 300;

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

// React keeps a fallback for at least 300 ms, so none should be shown before code that loads sooner.
await Promise.race([
  preloadFor(window.location.pathname, getToken() !== null),
  new Promise((done) => void setTimeout(done, BLANK_MS)),
]);
// In a transition, so that React renders in short steps.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
// Loaded in the background, because a refusal can come at any time.
void loadReasonWords();
