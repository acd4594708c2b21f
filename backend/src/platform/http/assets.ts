import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import express, { Router } from 'express';

/** Compressed copies that the build puts beside an asset, best first. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
];

/** Serves a folder's hashed files, cached forever, in the best available encoding that the client accepts. */
export function assets(folder: string): Router {
  const files = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const router = Router();
  router.use((request, response, next) => {
    const [, name = ''] = /^\/([^/?]+)/.exec(request.url) ?? [];
    const built = ENCODINGS.filter(({ ending }) => files.has(name + ending));
    if (built.length > 0) response.vary('Accept-Encoding');
    const chosen = built.find((encoding) => request.acceptsEncodings(encoding.name) !== false);
    if (chosen) request.url = `/${name}${chosen.ending}`;
    next();
  });
  router.use(
    express.static(folder, {
      immutable: true,
      maxAge: '1y',
      index: false,
      fallthrough: false,
      setHeaders: (response, file) => {
        const { name, ending = '' } = ENCODINGS.find((encoding) => file.endsWith(encoding.ending)) ?? {};
        if (name === undefined) return;
        response.setHeader('Content-Encoding', name);
        response.type(path.extname(file.slice(0, -ending.length)));
      },
    }),
  );
  return router;
}
