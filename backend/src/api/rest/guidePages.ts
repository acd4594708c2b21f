import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Router } from 'express';
import { pagePolicy } from '../../platform/http/securityHeaders.js';
import { sendTagged } from './entityTags.js';
import { htmlOf } from './markdown.js';
import { ROOT } from '../../platform/lib/version.js';

const DOCS = path.join(ROOT, 'docs');
const EXAMPLES = path.join(DOCS, 'examples');

/** The pages of docs/ for authors of programs, and their titles in the navigation. */
const PAGES: readonly (readonly [file: string, name: string])[] = [
  ['programs.md', 'Guide'],
  ['agents.md', 'Agents'],
  ['api.md', 'Reference'],
];

const NAV = [...PAGES, ['/api/docs', 'Every call'], ['/graphql', 'GraphiQL']] as const;

const buildPage = (file: string, name: string, markdown: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${name} for programs</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/api/docs/guide.css" />
  </head>
  <body>
    <nav aria-label="For programs">${NAV.map(([to, text]) => `<a href="${to}"${to === file ? ' aria-current="page"' : ''}>${text}</a>`).join('')}</nav>
    <main>
${htmlOf(markdown)}
    </main>
  </body>
</html>
`;

const STYLE = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1f1d17, #ecebe6);
  --ink-2: light-dark(#5d5a51, #a9a69d);
  --sheet: light-dark(#fdfdfb, #1a1916);
  --well: light-dark(#f5f4f1, #12110f);
  --line: light-dark(#e2e0da, #33312c);
  --accent: light-dark(#1f6b54, #7cc7ac);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; background: var(--sheet); }
body { margin: 0; color: var(--ink); font: 400 1rem/1.6 'Geist', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; }
nav { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 0 1.5rem; padding: 0 max(1rem, 50vw - 24rem); background: var(--sheet); border-bottom: 1px solid var(--line); font-size: 0.875rem; }
nav a { padding: 0.75rem 0; color: var(--ink-2); text-decoration: none; }
nav a:hover { color: var(--ink); }
nav a[aria-current] { color: var(--ink); font-weight: 500; box-shadow: inset 0 -2px var(--accent); }
main { max-width: 50rem; margin: 0 auto; padding: 1.5rem 1rem 5rem; overflow-wrap: anywhere; }
h1, h2, h3 { line-height: 1.25; letter-spacing: -0.014em; font-weight: 600; text-wrap: balance; }
h1 { margin: 0.5rem 0 1rem; font-size: 1.75rem; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.25rem; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre { font: 0.875em/1.6 ui-monospace, 'SF Mono', 'Cascadia Mono', 'Roboto Mono', 'DejaVu Sans Mono', monospace; }
:not(pre) > code { padding: 0.1em 0.3em; background: var(--well); border-radius: 4px; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
pre { margin: 1rem 0; padding: 0.875rem 1rem; overflow: auto; overflow-wrap: normal; background: var(--well); border: 1px solid var(--line); border-radius: 8px; font-size: 0.8125rem; }
pre code { font-size: inherit; }
ul, ol { padding-left: 1.25rem; }
li { margin: 0.4rem 0; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; line-height: 1.45; overflow-wrap: break-word; }
th, td { padding: 0.5rem 1rem 0.5rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--ink-2); font-weight: 500; }
@media print { nav { display: none; } pre { white-space: pre-wrap; } }
`;

/** A page of docs/ as Markdown and as HTML. Rendered for its first request, once per process. */
const made = new Map<string, { markdown: string; page: string }>();
function docOf(file: string, name: string): { markdown: string; page: string } {
  const found = made.get(file);
  if (found) return found;
  const markdown = readFileSync(path.join(DOCS, file), 'utf8');
  const doc = { markdown, page: buildPage(file, name, markdown) };
  made.set(file, doc);
  return doc;
}

/** Serves the guide for programs and its examples: as HTML to browsers, as Markdown to all other clients. */
export function guidePages(): Router {
  const router = Router();
  // an app that was installed without its docs has no guide, but works
  if (!existsSync(EXAMPLES)) return router;
  for (const [file, name] of PAGES) {
    router.get(`/docs/${file}`, pagePolicy, (request, response) => {
      const { markdown, page } = docOf(file, name);
      response.vary('Accept');
      const isPage = request.accepts(['text/markdown', 'text/html']) === 'text/html';
      response.type(isPage ? 'html' : 'text/markdown').set('Cache-Control', 'no-cache');
      sendTagged(request, response, isPage ? page : markdown);
    });
  }
  for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.ts'))) {
    const program = readFileSync(path.join(EXAMPLES, file), 'utf8');
    router.get(`/docs/examples/${file}`, (request, response) => {
      response.type('text').set('Cache-Control', 'no-cache');
      sendTagged(request, response, program);
    });
  }
  router.get('/docs/guide.css', (_request, response) => void response.type('css').send(STYLE));
  return router;
}
