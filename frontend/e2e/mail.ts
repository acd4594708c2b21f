import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/**
 * Returns the link to this path in the newest mail to an address; null while there is none. Mails are files in the
 * server's folder.
 */
export function linkInMail(dataDir: string, to: string, path: string): string | null {
  const folder = join(dataDir, 'mail');
  // The names of the files are in the order of time.
  for (const name of readdirSync(folder).toSorted().toReversed()) {
    if (!name.endsWith('.eml')) continue;
    const mail = readFileSync(join(folder, name), 'utf8');
    const links = mail.includes(`To: ${to}`) ? (mail.match(/https?:\/\/[^\s"<]+/g) ?? []) : [];
    const link = links.find((url) => new URL(url).pathname === path);
    if (link) return link;
  }
  return null;
}

/** Waits for the mail of an invitation to an address, and returns its link. */
export async function invitationTo(email: string): Promise<string> {
  const dataDir = process.env.E2E_DATA_DIR ?? '';
  let link: string | null = null;
  await expect.poll(() => (link = linkInMail(dataDir, email, '/invitation'))).not.toBeNull();
  return link ?? '';
}
