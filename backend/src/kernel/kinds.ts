import { DateTimeType, type EntityManager, type EntityMetadata, type EntityProperty } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import type { LogRule } from './changeLog.js';

/**
 * A kind of object in a project's log: an entity whose class has a `log`. Follows from what the ORM knows of the entities, so
 * that deleting, restoring, moving and purging an object can forget none of its parts.
 */
export interface Kind {
  /** Its name in the log. */
  readonly name: string;
  readonly table: RawBuilder<unknown>;
  readonly tableName: string;
  /** Is it marked as deleted first, and removed later? */
  readonly isTombstoned: boolean;
  /** The objects, other than its project, that it is a part of: what happens to one of them happens to it. */
  readonly owners: readonly Owner[];
  /** What the log says of a row that comes into a project: its logged fields as a JSON object. */
  readonly logged: RawBuilder<unknown>;
}

interface Owner {
  /** The kind's name. */
  readonly name: string;
  /** The part's column with the owner's id. */
  readonly column: RawBuilder<unknown>;
}

/** A kind of parts of an object, and the column with the object's id. */
export interface Part extends Kind {
  readonly ownerId: RawBuilder<unknown>;
}

const PROJECT = 'project';

const logOf = (meta: EntityMetadata | undefined): LogRule<object> | undefined =>
  (meta?.class as { log?: LogRule<object> } | undefined)?.log;

const columnOf = ({ fieldNames }: EntityProperty): RawBuilder<unknown> => sql.ref(fieldNames[0] ?? '');

/** The name and the column of a logged field, as arguments of `jsonb_build_object`. */
function loggedField(name: string, property: EntityProperty | undefined): RawBuilder<unknown>[] {
  if (!property) return [];
  if (property.customType instanceof DateTimeType)
    throw new Error(`${name}: a time in the log needs its ISO 8601 form`);
  return [sql.lit(name), columnOf(property)];
}

function kindOf(meta: EntityMetadata): Kind[] {
  const log = logOf(meta);
  if (!log) return [];
  const properties = meta.properties as Record<string, EntityProperty | undefined>;
  const owners = Object.values(properties).flatMap((property): Owner[] => {
    const owner = property?.deleteRule === 'cascade' ? logOf(property.targetMeta)?.entity : undefined;
    return property && owner !== undefined && owner !== PROJECT ? [{ name: owner, column: columnOf(property) }] : [];
  });
  const fields = log.fields.filter((name) => name !== 'deletedAt');
  return [
    {
      name: log.entity,
      table: sql.table(meta.tableName),
      tableName: meta.tableName,
      isTombstoned: 'deletedAt' in properties,
      owners,
      get logged() {
        return sql`jsonb_build_object(${sql.join(fields.flatMap((name) => loggedField(name, properties[name])))})`;
      },
    },
  ];
}

/** How many owners are above it. */
const depthOf = (kinds: readonly Kind[], { name, owners }: Kind): number =>
  Math.max(
    0,
    ...kinds
      .filter((kind) => kind.name !== name && owners.some((owner) => owner.name === kind.name))
      .map((kind) => depthOf(kinds, kind) + 1),
  );

const known = new WeakMap<object, readonly Kind[]>();

/** The kinds of objects in a project, parts before their owners. */
export function kindsOf(em: EntityManager): readonly Kind[] {
  const metadata = em.getMetadata();
  let kinds = known.get(metadata);
  if (!kinds) {
    const all = [...metadata].flatMap(kindOf).filter(({ name }) => name !== PROJECT);
    kinds = all.toSorted((a, b) => depthOf(all, b) - depthOf(all, a) || (a.name < b.name ? -1 : 1));
    known.set(metadata, kinds);
  }
  return kinds;
}

/** The kinds of parts that an object of this kind has. */
export const partsOf = (em: EntityManager, name: string): readonly Part[] =>
  kindsOf(em).flatMap((kind) =>
    kind.owners.filter((owner) => owner.name === name).map(({ column }) => ({ ...kind, ownerId: column })),
  );
