/** Hashing of passwords, off the event loop. The kernel knows only the shape; `auth` makes one. */
export interface PasswordHasher {
  /** A hash that can be stored. */
  hash(password: string): Promise<string>;
  /** Does the password fit the hash? Without a hash it takes as long and says no, so that time tells nothing. */
  verify(password: string, hash: string | null): Promise<boolean>;
  close(): Promise<void>;
}
