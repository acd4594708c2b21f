import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { fold } from '../../contract/fold.js';
import { PROJECT_KEY_MAX } from '../../contract/keys.js';
import { fieldError, invalid } from '../platform/lib/errors.js';
import type { Change } from '../write/changeLog.js';
import type { Tx } from '../write/command.js';

/** Latin spellings of folded Cyrillic and Greek letters. Names in other scripts get a key without a meaning. */
const SPELLINGS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'аa бb вv гg ґg дd еe єe жzh зz иi іi йi кk лl мm нn оo пp рr сs тt уu фf хh цc чch шsh щsh ъ ыy ь эe юyu яya ' +
    'αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs τt υy φf χch ψps ωo'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
);

/** The key of a project whose name has no letters to spell. */
const FALLBACK = 'PROJ';
const USUAL_LENGTH = 4;

/** Returns the Latin words of a name, in capitals, without characters before the first letter. */
function spellWords(name: string): string[] {
  const spelled = fold(name).replace(/\p{L}/gu, (letter) => SPELLINGS[letter] ?? letter);
  const words = spelled.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
  const joined = words.join(' ').replace(/^[0-9 ]+/, '');
  return joined === '' ? [] : joined.split(' ');
}

/** Proposes a key for a project from the beginning of its name: longer, or with a number, if a key is taken. */
export function proposeKey(name: string, taken: ReadonlySet<string>): string {
  const [first = '', ...others] = spellWords(name);
  const letters = first.length >= 3 ? first : [first, ...others].join('');
  const base = letters.length < 2 ? FALLBACK : letters;
  const lengths = Array.from({ length: PROJECT_KEY_MAX - USUAL_LENGTH + 1 }, (_, more) => USUAL_LENGTH + more);
  const free = lengths.map((length) => base.slice(0, length)).find((key) => !taken.has(key));
  if (free !== undefined) return free;
  for (let number = 2; ; number += 1) {
    const key = `${base.slice(0, Math.min(USUAL_LENGTH, PROJECT_KEY_MAX - String(number).length))}${number}`;
    if (!taken.has(key)) return key;
  }
}

/** Returns the keys of the projects that a person owns. */
export async function readOwnedKeys(em: EntityManager, userId: string): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select p.key from project p join project_member m on m.project_id = p.id and m.role = 'OWNER'
    where m.user_id = ${userId} and p.deleted_at is null and p.key is not null`.execute(em.getKysely());
  return new Set(rows.map(({ key }) => key));
}

const keyTakenError = (key: string, field = 'key') =>
  invalid({ [field]: fieldError('keyTaken', `Another of your projects has the key ${key}`, { key }) });

/**
 * Returns the keys of the viewer's projects. Locks the account, because projects that a person creates or changes at
 * the same time must not get the same key.
 */
async function lockOwnedKeys({ em, viewer }: Tx): Promise<Set<string>> {
  await sql`select from account where id = ${viewer.userId} for no key update`.execute(em.getKysely());
  return readOwnedKeys(em, viewer.userId);
}

/** Throws VALIDATION_FAILED at `field` if another project of the viewer has the key. */
export async function requireFreeKey(tx: Tx, key: string, field?: string): Promise<void> {
  if ((await lockOwnedKeys(tx)).has(key)) throw keyTakenError(key, field);
}

/** Returns the key of a new project: the given one if it is free, or a proposed one. */
export async function chooseKey(
  tx: Tx,
  { key, name }: { key?: string | null | undefined; name: string },
): Promise<string> {
  const taken = await lockOwnedKeys(tx);
  if (key == null) return proposeKey(name, taken);
  if (taken.has(key)) throw keyTakenError(key);
  return key;
}

/** Keeps the former key of a project, so that task keys which begin with it remain valid. */
export async function keepFormerKeys({ em }: Tx, changes: readonly Change[]): Promise<void> {
  for (const { entity, action, entityId, fields } of changes) {
    const former = entity === 'project' && action === 'updated' ? fields['key']?.[0] : undefined;
    if (typeof former !== 'string') continue;
    await sql`
      insert into former_project_key (key, project_id) values (${former}, ${entityId}) on conflict do nothing`.execute(
      em.getKysely(),
    );
  }
}
