import { createRequire } from 'node:module';
import path from 'node:path';
import { Router } from 'express';
import { pagePolicy, relaxStyles } from '../kernel/securityHeaders.js';
import { guidePages } from './guidePages.js';
import { postmanCollection } from './postman.js';
import type { JsonSchema } from './route.js';

const require = createRequire(import.meta.url);
const SWAGGER_UI = path.dirname(require.resolve('swagger-ui-dist/package.json'));
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>API reference</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <main id="reference"></main>
    <noscript>This page needs JavaScript. The description itself is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/api/openapi.json', domNode: document.getElementById('reference'), deepLinking: true });
`;

/**
 * The description of the REST interface for programs, for Postman with this server's address and, from files of the
 * package, as a page for people; and the guide.
 */
export function docsPages(document: JsonSchema, publicUrl: string): Router {
  const router = Router();
  const postman = postmanCollection(document, publicUrl);
  router.get('/openapi.json', (_request, response) => void response.json(document));
  router.get('/postman.json', (_request, response) => void response.json(postman));
  router.get('/docs', pagePolicy, (_request, response) => {
    relaxStyles(response);
    response.type('html').send(PAGE);
  });
  router.use(guidePages());
  router.get('/docs/start.js', (_request, response) => void response.type('js').send(START));
  for (const file of FILES) {
    router.get(`/docs/${file}`, (_request, response) => {
      response.set('Cache-Control', 'public, max-age=3600');
      response.sendFile(file, { root: SWAGGER_UI });
    });
  }
  return router;
}
