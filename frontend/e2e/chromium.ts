import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';

const cache = resolve(import.meta.dirname, '../../node_modules/.cache');

/** How to launch the browser; fits Playwright's launch options. */
export interface ChromiumLaunch {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const usualPlaces: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/** Returns the first of the usual paths at which there is a browser. */
const installed = (): string | undefined => usualPlaces[process.platform]?.find((path) => existsSync(path));

/**
 * The browser for the tests: CHROMIUM_PATH, or the headless shell from npm, or the system's. The shell has the same
 * version on every machine and needs less processor time than a whole browser: the suite took 8.5 minutes instead of
 * 14.
 */
export async function chromiumLaunch(): Promise<ChromiumLaunch> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return { executablePath: chosen, args, env: ownEnvironment() };
  const shell = await headlessShell();
  if (shell) return shell;
  const executablePath = installed();
  if (executablePath) return { executablePath, args, env: ownEnvironment() };
  throw new Error('No Chromium found: install Chrome or Chromium, or set CHROMIUM_PATH.');
}

/** Returns the browser from npm, if there is one for this machine and its libraries are installed. */
async function headlessShell(): Promise<ChromiumLaunch | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const dir = await unpacked();
  const own = ownEnvironment();
  const libraries = [join(dir, 'al2023', 'lib'), own.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  const env = { ...own, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(dir, 'fonts') };
  const executablePath = join(dir, 'chromium');
  const starts = spawnSync(executablePath, ['--version'], { env, stdio: 'ignore', timeout: 20_000 }).status === 0;
  return starts ? { executablePath, args: [...args, '--headless=shell'], env } : null;
}

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

/** Unpacks the browser from npm once, for later runs and parallel workers. */
async function unpacked(): Promise<string> {
  const require = createRequire(import.meta.url);
  const packageDir = dirname(dirname(require.resolve('@sparticuz/chromium')));
  const { version } = require(join(packageDir, 'package.json')) as { version: string };
  const dir = join(cache, `chromium-${version}`);
  // Leftovers of a running browser whose files were deleted are not a browser.
  const isWhole = (): boolean => existsSync(join(dir, 'chromium'));
  if (isWhole()) return dir;
  rmSync(dir, { recursive: true, force: true });

  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'chromium-draft-'));
  const before = process.env.TMPDIR;
  try {
    // The package always unpacks into the folder for temporary files. Only its own `inflate` lets us choose the files.
    process.env.TMPDIR = draft;
    const { inflate } = await import('@sparticuz/chromium');
    const archives = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    await Promise.all(archives.map((name) => inflate(join(packageDir, 'bin', name))));
    writeFileSync(
      join(draft, 'fonts', 'fonts.conf'),
      `<fontconfig><dir>${join(dir, 'fonts')}</dir><dir>/usr/share/fonts</dir>` +
        `<cachedir>${join(dir, 'fonts-cache')}</cachedir></fontconfig>\n`,
    );
    renameSync(draft, dir);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process may have been faster; its copy is as good.
    if (!isWhole()) throw error;
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  return dir;
}
