// The development loop: the compiler and the server watch their files; Vite serves the client and proxies the server's paths.
// Ctrl-C ends all three.
import concurrently from 'concurrently';
import { buildStale, root } from './build.mjs';
import { endWithNpm } from './endWithNpm.mjs';
import { requireNode } from './nodeVersion.mjs';

requireNode();
endWithNpm();
// the server needs a first build to start
if (!(await buildStale())) process.exit(1);

const node = JSON.stringify(process.execPath);
const port = process.env.PORT || '4000';
const { result } = concurrently(
  [
    {
      name: 'compiler',
      prefixColor: 'gray',
      command: `${node} node_modules/typescript/bin/tsc -b backend --watch --preserveWatchOutput`,
    },
    {
      name: 'server',
      prefixColor: 'green',
      command: `${node} --watch --watch-preserve-output --enable-source-maps dist/backend/src/main.js`,
      env: { PORT: port },
    },
    {
      name: 'client',
      prefixColor: 'cyan',
      command: `${node} node_modules/vite/bin/vite.js --config frontend/vite.config.ts`,
      env: { CAIRN_SERVER: `http://127.0.0.1:${port}` },
    },
  ],
  { cwd: root, killOthersOn: ['failure', 'success'] },
);
// ended by Ctrl-C, or by the failure of a part, which reported it
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (interrupted = true));
await result.catch(() => {
  if (!interrupted) process.exitCode = 1;
});
