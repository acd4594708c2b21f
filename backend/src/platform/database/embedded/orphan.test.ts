import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { onlyIf } from '../../../../test/support/onlyIf.js';
import { isPostgresOn } from './orphan.js';

it.each(onlyIf(existsSync('/bin/ps'), 'macOS'))('on %s, a server is found by a link to its folder, too', async () => {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'cairn-orphan-'));
  const [folder, link] = [join(root, 'folder'), join(root, 'link')];
  mkdirSync(folder);
  symlinkSync(folder, link);
  const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)', 'postgres', '-D', folder]);
  onTestFinished(() => {
    server.kill('SIGKILL');
    rmSync(root, { recursive: true, force: true });
  });
  await once(server, 'spawn');
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value: 'darwin' });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }));
  expect(isPostgresOn(server.pid ?? 0, link)).toBe(true);
  expect(isPostgresOn(server.pid ?? 0, root.replace('orphan', 'other'))).toBe(false);
});
