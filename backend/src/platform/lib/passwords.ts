/** A caller in the fair queue. Callers take turns; a caller who has disconnected is skipped. */
export interface Turn {
  /** A person or an address. */
  caller: string;
  /** Aborted when the client has disconnected. */
  abandoned?: AbortSignal | undefined;
}

/** Hashes passwords off the event loop; implemented in `auth`. Throws UNAVAILABLE immediately when too many wait. */
export interface PasswordHasher {
  hash(password: string, turn: Turn): Promise<string>;
  /** Whether the password matches. Without a hash it takes as long and returns false, so that timing reveals nothing. */
  verify(password: string, hash: string | null, turn: Turn): Promise<boolean>;
  close(): void;
}
