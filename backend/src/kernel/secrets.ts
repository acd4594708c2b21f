import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Of one secret, keys for one purpose each (HKDF, RFC 5869). */
const derive = (secret: string, purpose: string, bytes = 32): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `cairn ${purpose}`, bytes));

/** In place of an account, for keys of hashes. */
const HASH_KEY = 'hash-key';

const keyedHash = (key: Buffer, text: string, accountId: string): string =>
  createHmac('sha256', key).update(`${accountId}\n${text}`).digest('base64url');

/**
 * What `SECRET_KEY` does. A sealed text is `v1.KEY.DATA`: how it was sealed, a name of the key (so that another key can be
 * told from a damaged row), and the encrypted bytes. It belongs to one account: moved into another row it does not open.
 */
export class Secrets {
  readonly #key: Buffer;
  readonly #keyedHash: Buffer;
  readonly #form: string;

  constructor(secret: string) {
    this.#key = derive(secret, 'seal');
    this.#keyedHash = derive(secret, 'hash');
    this.#form = `v1.${derive(secret, 'name', 6).toString('base64url')}.`;
  }

  /** Encrypts what belongs to an account. */
  seal(text: string, accountId: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(accountId));
    const data = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return this.#form + data.toString('base64url');
  }

  /** What was sealed; null where it was by another key, for another account, or is damaged. */
  open(sealed: string, accountId: string): string | null {
    if (!sealed.startsWith(this.#form)) return null;
    const data = Buffer.from(sealed.slice(this.#form.length), 'base64url');
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

  /** The key of hashes, sealed by the secret that takes this one's place. */
  sealHashKey(next: Secrets): string {
    return next.seal(this.#keyedHash.toString('base64url'), HASH_KEY);
  }

  /** Is this the key of hashes as `sealHashKey` has sealed it? */
  isHashKey(sealed: string, next: Secrets): boolean {
    return next.open(sealed, HASH_KEY) === this.#keyedHash.toString('base64url');
  }

  /** A sealed key of hashes, sealed by the secret that takes this one's place. */
  resealHashKey(sealed: string, next: Secrets): string | null {
    const key = this.open(sealed, HASH_KEY);
    return key === null ? null : next.seal(key, HASH_KEY);
  }

  /**
   * All hashes that may be kept of a text. Where the secret was replaced, the hashes before were hashed once more with each
   * new one, as their texts are not known; `retired` has the keys before, sealed, in the order of their use.
   */
  hashes(text: string, accountId: string, retired: readonly string[]): string[] {
    const keys = retired
      .flatMap((sealed) => this.open(sealed, HASH_KEY) ?? [])
      .map((key) => Buffer.from(key, 'base64url'));
    const all = [...keys, this.#keyedHash];
    return all.map((_, first) => all.slice(first).reduce((hashed, key) => keyedHash(key, hashed, accountId), text));
  }

  /** A hash that whoever has the database alone cannot try texts against, of what is too short to be hashed without a key. */
  hash(text: string, accountId: string): string {
    return keyedHash(this.#keyedHash, text, accountId);
  }
}
