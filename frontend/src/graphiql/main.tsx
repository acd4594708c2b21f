import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import './graphiql.css';
import { GraphiQL } from 'graphiql';
import { createRoot } from 'react-dom/client';
import { EXAMPLES } from './examples';
import { fetcher } from './fetcher';

const root = document.getElementById('graphiql');
if (!root) throw new Error('graphiql.html has no #graphiql.');
createRoot(root).render(
  <GraphiQL fetcher={fetcher} defaultEditorToolsVisibility defaultTabs={EXAMPLES.map((query) => ({ query }))} />,
);
