import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives a key for one purpose from a secret (HKDF, RFC 5869). */
const derive = (secret: string, purpose: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `cairn ${purpose}`, bytes));

/** Used instead of an account id when hash keys are sealed. */
const HASH_KEY = 'hash-key';

const keyedHash = (key: Buffer, text: string, accountId: string): string =>
  createHmac('sha256', key).update(`${accountId}\n${text}`).digest('base64url');

/**
 * Encryption and hashing with `SECRET_KEY`. A sealed text is `v1.KEY.DATA`: format, a name of the key (to tell another key
 * from a damaged row), and the encrypted bytes. It is bound to one account: in another row it does not open.
 */
export class Secrets {
  readonly #key: Buffer;
  readonly #keyedHash: Buffer;
  readonly #prefix: string;

  constructor(secret: string) {
    this.#key = derive(secret, 'seal');
    this.#keyedHash = derive(secret, 'hash');
    this.#prefix = `v1.${derive(secret, 'name', 6).toString('base64url')}.`;
  }

  /** Encrypts a text for an account. */
  seal(text: string, accountId: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(accountId));
    const data = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return this.#prefix + data.toString('base64url');
  }

  /** Decrypts a text; null if it was sealed with another key or for another account, or is damaged. */
  open(sealed: string, accountId: string): string | null {
    if (!sealed.startsWith(this.#prefix)) return null;
    const data = Buffer.from(sealed.slice(this.#prefix.length), 'base64url');
    if (data.length < IV_BYTES + TAG_BYTES) return null;
    const end = data.length - TAG_BYTES;
    const decipher = createDecipheriv(CIPHER, this.#key, data.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(accountId))
      .setAuthTag(data.subarray(end));
    try {
      return decipher.update(data.subarray(IV_BYTES, end), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }

  /** Seals the hash key with the secret that replaces this one. */
  sealHashKey(next: Secrets): string {
    return next.seal(this.#keyedHash.toString('base64url'), HASH_KEY);
  }

  /** Whether this is the hash key as `sealHashKey` sealed it. */
  isHashKey(sealed: string, next: Secrets): boolean {
    return next.open(sealed, HASH_KEY) === this.#keyedHash.toString('base64url');
  }

  /** Reseals a retired hash key with the secret that replaces this one. */
  resealHashKey(sealed: string, next: Secrets): string | null {
    const key = this.open(sealed, HASH_KEY);
    return key === null ? null : next.seal(key, HASH_KEY);
  }

  /**
   * Returns all hashes that can be stored for a text. When a secret is replaced, stored hashes are hashed again with the new
   * key, because their texts are unknown; `retired` has the former keys, sealed, in the order of use.
   */
  hashes(text: string, accountId: string, retired: readonly string[]): string[] {
    const keys = retired
      .flatMap((sealed) => this.open(sealed, HASH_KEY) ?? [])
      .map((key) => Buffer.from(key, 'base64url'));
    const all = [...keys, this.#keyedHash];
    return all.map((_, first) => all.slice(first).reduce((hashed, key) => keyedHash(key, hashed, accountId), text));
  }

  /** Hashes a short text with a key, so that the database alone does not allow guessing it. */
  hash(text: string, accountId: string): string {
    return keyedHash(this.#keyedHash, text, accountId);
  }
}
