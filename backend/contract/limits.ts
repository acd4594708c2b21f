/** Every number that a rule or a form needs. Lengths are in UTF-16 code units unless the name says bytes. */
export const LIMITS = {
  nameMax: 50,
  usernameMin: 3,
  usernameMax: 50,
  emailMax: 254,
  passwordMin: 8,
  /** bcrypt ignores what comes after 72 bytes, so a longer password is refused rather than cut. */
  passwordMaxBytes: 72,
  projectNameMax: 100,
  projectDescriptionMax: 1000,
  taskTitleMax: 200,
  taskDescriptionMax: 1000,
  tagsMax: 20,
  tagMax: 30,
  mutationIdMax: 100,
  pageMax: 100,
  pageDefault: 50,
  bodyBytes: 1024 * 1024,
  requestTimeoutMs: 10_000,
  queryDepth: 10,
  queryAliases: 15,
  queryTokens: 2000,
} as const;
