/**
 * The words of the app in the sets that are loaded together, by the names of the files in src/texts. Files that are in no
 * set are in `rest`. The build fails when code can run before its words are loaded.
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
  /** The page of a shared link, beside the shell's and the board's. */
  visitors: ['visitors'],
} as const satisfies Record<string, readonly string[]>;
