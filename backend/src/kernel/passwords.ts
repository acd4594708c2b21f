/** Who waits for a hash. Callers take turns, and who has gone is not served. */
export interface Turn {
  /** A person or an address. */
  caller: string;
  /** Aborted when nobody waits for the answer any more. */
  gone?: AbortSignal | undefined;
}

/**
 * Hashing of passwords, off the event loop. The kernel knows only the shape; `auth` makes one. UNAVAILABLE at once when
 * too many wait.
 */
export interface PasswordHasher {
  /** A hash that can be stored. */
  hash(password: string, turn: Turn): Promise<string>;
  /** Does the password fit the hash? Without a hash it takes as long and says no, so that time tells nothing. */
  verify(password: string, hash: string | null, turn: Turn): Promise<boolean>;
  close(): Promise<void>;
}
