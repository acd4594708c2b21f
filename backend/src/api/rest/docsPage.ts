import { createRequire } from 'node:module';
import path from 'node:path';
import { type RequestHandler, Router } from 'express';
import { pagePolicy, relaxStyles } from '../../platform/http/securityHeaders.js';
import { sendTagged, tagOf } from './entityTags.js';
import { guidePages } from './guidePages.js';
import { postmanCollection } from './postman.js';
import type { JsonSchema } from '../../request/restRow.js';

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
 * Sends a text that changes only with a release, with an `ETag`, so that clients can revalidate their copy. The text is made
 * for its first request, because the documents would take most of the start.
 */
function cachedText(type: string, makeText: () => string): RequestHandler {
  let made: { text: string; tag: string } | undefined;
  const make = () => {
    const text = makeText();
    return { text, tag: tagOf(text) };
  };
  return (request, response) => {
    const { text, tag } = (made ??= make());
    response.type(type).set('Cache-Control', 'no-cache');
    sendTagged(request, response, text, tag);
  };
}

/**
 * Serves the OpenAPI document, the Postman collection with this server's address, Swagger UI from the package's files,
 * and the guide.
 */
export function docsPages(makeDocument: () => JsonSchema, publicUrl: string): Router {
  const router = Router();
  const openApi = cachedText('json', () => JSON.stringify(makeDocument()));
  const postman = cachedText('json', () => JSON.stringify(postmanCollection(makeDocument(), publicUrl)));
  router.get('/openapi.json', openApi);
  router.get('/postman.json', postman);
  const page = cachedText('html', () => PAGE);
  router.get('/docs', pagePolicy, (request, response, next) => {
    relaxStyles(response);
    return page(request, response, next);
  });
  router.use(guidePages());
  router.get(
    '/docs/start.js',
    cachedText('js', () => START),
  );
  for (const file of FILES) {
    router.get(`/docs/${file}`, (_request, response) => {
      response.set('Cache-Control', 'public, max-age=3600');
      response.sendFile(file, { root: SWAGGER_UI });
    });
  }
  return router;
}
