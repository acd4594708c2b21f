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

/** The browser to test with: CHROMIUM_PATH, else the system's, else one from npm that needs nothing installed. */
export async function chromiumLaunch(): Promise<ChromiumLaunch> {
  const env = ownEnvironment();
  const chosen = process.env.CHROMIUM_PATH || usualPlaces[process.platform]?.find((path) => existsSync(path));
  if (chosen) return { executablePath: chosen, args, env };
  const dir = await unpacked();
  const libraries = [join(dir, 'al2023', 'lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  return {
    executablePath: join(dir, 'chromium'),
    args: [...args, '--headless=shell'],
    env: { ...env, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(dir, 'fonts') },
  };
}

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

/** Unpacks the browser from npm once; later runs and parallel workers find it. */
async function unpacked(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium found: install Chrome or Chromium, or set CHROMIUM_PATH.');
  }
  const require = createRequire(import.meta.url);
  const packageDir = dirname(dirname(require.resolve('@sparticuz/chromium')));
  const { version } = require(join(packageDir, 'package.json')) as { version: string };
  const dir = join(cache, `chromium-${version}`);
  // What a browser wrote beside files that were deleted under it is no browser.
  const isWhole = (): boolean => existsSync(join(dir, 'chromium'));
  if (isWhole()) return dir;
  rmSync(dir, { recursive: true, force: true });

  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'chromium-draft-'));
  const before = process.env.TMPDIR;
  try {
    // The package unpacks into the temp folder, without asking; only its own `inflate` leaves the choice of files.
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
    // Another process may have been first; its copy serves as well.
    if (!isWhole()) throw error;
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  return dir;
}
