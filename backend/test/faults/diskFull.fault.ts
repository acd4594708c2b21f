import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { App } from './app.js';
import { Load } from './load.js';
import { NOTHING_LOST } from './scenarios.js';

const FULL_MS = 8_000;

/** A file system of its own, small enough to be filled; undefined where none can be made. */
function smallDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(path.join(tmpdir(), 'cairn-disk-'));
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=711', 'cairn-test', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

/** Takes all the space that is left. */
function fill(file: string): void {
  const handle = openSync(file, 'w');
  for (let size = 1 << 20; size >= 512; size >>= 1) {
    const block = Buffer.alloc(size);
    try {
      for (;;) if (writeSync(handle, block) < size) break;
    } catch {
      // no room for a block of this size: try a smaller one
    }
  }
  closeSync(handle);
}

const disk = smallDisk();
if (!disk) console.warn('SKIPPED: no file system can be mounted here (root is needed), so none can be filled');

describe.skipIf(!disk)('a disk that is full', { timeout: 120_000 }, () => {
  const folder = disk ?? '';
  let app: App;
  beforeAll(async () => {
    app = await App.make({}, path.join(folder, 'data'));
    await app.start();
  }, 120_000);
  afterAll(async () => {
    await app?.remove();
    execFileSync('/bin/umount', [folder]);
    rmSync(folder, { recursive: true });
  });

  it('refuses writes and logs it, loses no acknowledged write, and recovers when there is space', async () => {
    const load = await Load.begin(app);
    await load.more(200);
    const filler = path.join(folder, 'filler');
    fill(filler);
    const before = load.attempts.length;
    const lines = app.program.lines.length;
    await expect
      .poll(() => load.attempts.slice(before).some(({ status }) => status === 503), { timeout: 20_000 })
      .toBe(true);
    await sleep(FULL_MS);
    const refused = load.attempts.slice(before).filter(({ status }) => status === 503).length;
    expect(refused).toBeGreaterThan(100);
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    rmSync(filler);
    await load.more(100);
    expect(await load.outcome()).toEqual(NOTHING_LOST);
    for (const { status } of load.attempts) expect([200, 201, 503]).toContain(status);
    const said = app.program.lines.slice(lines).map((line) => JSON.parse(line) as { code?: string; level: number });
    const told = said.filter(({ code }) => code === '53100');
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThan(5);
    expect(said.length).toBeLessThan(refused / 4);
  });
});
