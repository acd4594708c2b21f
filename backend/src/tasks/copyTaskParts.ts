import { sql } from 'kysely';
import type { CopiedParts } from '../../contract/projects.js';
import type { KindName } from '../write/changeLog.js';
import type { Tx } from '../write/command.js';
import { chooseIds, type Copies, type CopiedFields, type CopyIds, copyRows, pairsAs } from '../write/copyRows.js';
import { kindsOf } from '../write/kinds.js';

/** The texts in which pictures of tasks' files are shown, by the names of their fields and columns. */
const TEXTS: Partial<Record<KindName, string>> = { task: 'description', comment: 'text' };

/** SQL of a copied text, in which pictures refer to the copied files. */
export function copiedText({ ids }: Copies, name: KindName): CopiedFields {
  const files = ids.get('attachment');
  const text = TEXTS[name];
  if (!files || files.size === 0 || !text) return {};
  const source = sql.ref(`src.${text}`);
  return {
    [text]: sql`case when ${source} not like '%/files/%' then ${source} else (
      with recursive file as (
        select row_number() over () as n, pair.old_id, pair.new_id
        from (select distinct found[1] as id from regexp_matches(${source}, '/files/([0-9a-f-]{36})', 'g') as found) named
        join ${pairsAs(files, 'pair')} on pair.old_id::text = named.id),
      step(n, text) as (
        select 0::bigint, ${source}
        union all
        select file.n, replace(step.text, file.old_id::text, file.new_id::text) from step join file on file.n = step.n + 1)
      select step.text from step order by step.n desc limit 1) end`,
  };
}

/** Copies the text of a loaded task; its pictures refer to the copied files. */
export const copyText = (text: string, files: CopyIds): string =>
  [...files].reduce((copied, [from, to]) => copied.replaceAll(from, to), text);

/** Returns the kinds of parts that a task's copy or its next occurrence gets. */
export const partsCopiedWithTask = ({ em }: Tx): KindName[] =>
  kindsOf(em).flatMap(({ name, copiedWith }) => (copiedWith?.task ? [name] : []));

/** Returns the kinds of parts that the tasks of a copied project get. */
export const partsCopiedWithProject = ({ em }: Tx, parts: CopiedParts): KindName[] =>
  kindsOf(em).flatMap(({ name, copiedWith }) => {
    const choice = copiedWith?.project ?? false;
    return (typeof choice === 'boolean' ? choice : parts[choice]) ? [name] : [];
  });

/** Chooses the ids of the copies of parts. Returns their total number, which exceeds `max` if there are too many. */
export async function choosePartIds(
  tx: Tx,
  copies: Copies,
  kinds: readonly KindName[],
  max = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  let count = 0;
  for (const name of kinds) {
    if (count <= max) count += await chooseIds(tx, copies, name, max - count);
  }
  return count;
}

/** Copies the parts whose ids were chosen. */
export function copyTaskParts(tx: Tx, copies: Copies, kinds: readonly KindName[]): void {
  for (const name of kinds) {
    copyRows(tx, copies, name, { set: copiedText(copies, name), ...(name in TEXTS && { hasTexts: true as const }) });
  }
}
