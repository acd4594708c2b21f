/**
 * The sets in which the app's texts are loaded, by the names of the files in src/texts. Files that are in no set are in
 * `rest`. The build fails if code can run before its translations are loaded.
 */
export const WORD_SETS = {
  /** Every page, and /login. */
  shell: ['errorPage', 'graphql', 'login', 'session', 'ui'],
  /** The other pages for visitors. */
  auth: ['auth', 'invitation'],
  /** Sign-in by a provider, where the server has one. */
  provider: ['oidc'],
  /** The frame and /board. */
  home: ['app', 'bell', 'board', 'controls', 'joined', 'keys', 'lib', 'live', 'places', 'task'],
  /** /dashboard and /tasks. */
  pages: ['dashboard', 'date', 'projects', 'taskFields', 'taskKey', 'tasks', 'views'],
  /** Why fields were refused, in languages other than English. */
  reasons: ['reasons', 'refusals'],
  /** The page of a shared link, in addition to the sets of the shell and the board. */
  visitors: ['visitors'],
} as const satisfies Record<string, readonly string[]>;
