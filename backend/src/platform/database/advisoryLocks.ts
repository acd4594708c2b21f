/** The keys of the advisory locks, together because two uses of one key would wait for each other. */
export const ADVISORY_LOCKS = {
  /** One process at a time migrates. */
  migration: 7_262_170_001,
  /** Held as long as a process makes the scheduled backups. */
  backups: 7_262_170_002,
  /** Acts of administrators one after another, so that the last one is counted, and two never wait for each other. */
  administrators: 7_262_170_003,
  /** The creation of a server's first account. */
  firstAccount: 7_262_170_004,
  /** The choice of the place for the contents of files. */
  filesPlace: 7_346_211,
} as const;
