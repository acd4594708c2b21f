import { copyFileSync, cpSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../scripts/build.mjs';

/** Folders that slim Debian images leave out, as the Node.js image does. */
const EXCLUDED = ['doc', 'man', 'info', 'locale', 'lintian', 'linda', 'groff'].map((name) => `/usr/share/${name}/*`);
const RELEASE = 'bookworm';

const dockerfile = `FROM scratch
ADD debian.tar /
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && \\
  ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
`;

/**
 * Builds images like debian:bookworm-slim and node:24-slim without a registry: minimal Debian, and with this Node.js and npm.
 * @returns their names
 */
export function makeBase(engine, folder) {
  const context = path.join(folder, 'context');
  const archive = path.join(root, `node_modules/.cache/image-${RELEASE}.tar`);
  if (!existsSync(archive)) {
    mkdirSync(path.dirname(archive), { recursive: true });
    const excluded = EXCLUDED.map((pattern) => `--dpkgopt=path-exclude=${pattern}`);
    const clean = '--customize-hook=rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*';
    engine.run('mmdebstrap', [
      '--variant=minbase',
      // as in Debian's own image: the alternative package requires all of Perl
      '--include=usr-is-merged',
      '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
      '--aptopt=APT::Install-Recommends "false"',
      ...excluded,
      clean,
      RELEASE,
      `${archive}.part.tar`,
    ]);
    renameSync(`${archive}.part.tar`, archive);
  }
  copyFileSync(archive, path.join(context, 'debian.tar'));
  copyFileSync(process.execPath, path.join(context, 'node'));
  cpSync(path.resolve(path.dirname(process.env.npm_execpath), '..'), path.join(context, 'npm'), { recursive: true });
  writeFileSync(path.join(context, 'Dockerfile'), dockerfile);
  const [runtime, base] = ['localhost/debian:bookworm-slim', 'localhost/node:24-slim'];
  engine.podman('import', archive, runtime);
  console.log(`containers run here ${engine.findWay(runtime)}`);
  engine.podman('build', '--tag', base, context);
  return { base, runtime };
}
