import {
  type EntityClass,
  type EntityManager,
  type EntityMetadata,
  type EntityProperty,
  JsonType,
} from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { isoText } from '../platform/database/isoText.js';
import type { KindName, LogRule } from './changeLog.js';

/**
 * A kind of object in a project's log: an entity whose class has a `log`. Derived from the ORM's metadata, so that deleting,
 * restoring, moving and purging an object cannot miss any of its parts.
 */
export interface Kind {
  readonly name: KindName;
  readonly entity: EntityClass<object>;
  readonly table: RawBuilder<unknown>;
  readonly tableName: string;
  readonly isSoftDeleted: boolean;
  /** SQL condition: a deleted row may be purged. */
  readonly isPurgeable: RawBuilder<unknown>;
  /** The kinds, other than project, that it is a part of. It is deleted, restored and moved with its owner. */
  readonly owners: readonly Owner[];
  /** Whether its rows are ordered by rank. A part is ordered among the parts of its first owner. */
  readonly isRanked: boolean;
  /** The field that names the object. */
  readonly headline: { readonly field: string; readonly column: RawBuilder<unknown> };
  /** SQL condition on a deleted row `part`: it is restored with its owner. */
  readonly mayReturn: RawBuilder<unknown>;
  /** Which copies of a task have its parts of this kind; null for a kind that is no part of tasks. */
  readonly copiedWith: LogRule<object>['copiedWith'];
  /** The logged fields of a row as a JSON object. */
  readonly logged: RawBuilder<unknown>;
}

interface Owner {
  readonly name: KindName;
  /** The part's property with the owner's id, and its column. */
  readonly property: string;
  readonly columnName: string;
  readonly column: RawBuilder<unknown>;
}

/** A kind of part, with its reference to one kind of owner. */
export interface Part extends Kind {
  /** The column with the owner's id, and its property. */
  readonly ownerId: RawBuilder<unknown>;
  readonly ownerProperty: string;
}

const PROJECT: KindName = 'project';

const getLogRule = (meta: EntityMetadata | undefined): LogRule<object> | undefined =>
  (meta?.class as { log?: LogRule<object> } | undefined)?.log;

const getColumnName = ({ fieldNames }: EntityProperty): string => fieldNames[0] ?? '';
const getColumn = (property: EntityProperty): RawBuilder<unknown> => sql.ref(getColumnName(property));

const isTimeProperty = ({ runtimeType }: EntityProperty): boolean => runtimeType === 'Date';

/** Returns the name and the column of a logged field, as arguments of `jsonb_build_object`. */
function loggedField(name: string, property: EntityProperty | undefined): RawBuilder<unknown>[] {
  if (!property) return [];
  const column = isTimeProperty(property) ? sql.raw(isoText(`"${getColumnName(property)}"`)) : getColumn(property);
  return [sql.lit(name), column];
}

function describeKind(meta: EntityMetadata): Kind[] {
  const log = getLogRule(meta);
  if (!log) return [];
  const properties = meta.properties as Record<string, EntityProperty | undefined>;
  const owners = Object.values(properties).flatMap((property): Owner[] => {
    const owner = property?.deleteRule === 'cascade' ? getLogRule(property.targetMeta)?.entity : undefined;
    if (!property || owner === undefined || owner === PROJECT) return [];
    return [{ name: owner, property: property.name, columnName: getColumnName(property), column: getColumn(property) }];
  });
  const headline = properties[log.headline];
  if (!headline) throw new Error(`${log.entity} has no property ${log.headline as string}`);
  const kept = properties[log.kept ?? ''];
  const fields = log.fields.filter((name) => name !== 'deletedAt');
  return [
    {
      name: log.entity,
      entity: meta.class as EntityClass<object>,
      table: sql.table(meta.tableName),
      tableName: meta.tableName,
      isSoftDeleted: 'deletedAt' in properties,
      isPurgeable: kept ? sql`not ${getColumn(kept)}` : sql`true`,
      owners,
      isRanked: 'rank' in properties,
      mayReturn: log.mayReturn ?? sql`true`,
      copiedWith: log.copiedWith,
      headline: { field: headline.name, column: getColumn(headline) },
      get logged() {
        const values = fields.flatMap((name) => loggedField(name, properties[name]));
        const pair = log.paired ? [sql.lit(log.paired.field), log.paired.column] : [];
        return sql`jsonb_build_object(${sql.join([...values, ...pair])})`;
      },
    },
  ];
}

/** Converts a logged value to the entity's form. The log has times in ISO 8601 and, from a few days, JSON as text. */
export function fromLog(em: EntityManager, entity: object, name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const properties = em.getMetadata().get(entity.constructor as EntityClass<object>).properties as Record<
    string,
    EntityProperty | undefined
  >;
  const property = properties[name];
  if (property && isTimeProperty(property)) return new Date(value);
  return property?.customType instanceof JsonType ? (JSON.parse(value) as unknown) : value;
}

const countOwnerLevels = (kinds: readonly Kind[], { name, owners }: Kind): number =>
  Math.max(
    0,
    ...kinds
      .filter((kind) => kind.name !== name && owners.some((owner) => owner.name === kind.name))
      .map((kind) => countOwnerLevels(kinds, kind) + 1),
  );

const known = new WeakMap<object, readonly Kind[]>();

/** Returns the kinds of objects in a project, parts before their owners. */
export function kindsOf(em: EntityManager): readonly Kind[] {
  const metadata = em.getMetadata();
  let kinds = known.get(metadata);
  if (!kinds) {
    const all = [...metadata].flatMap(describeKind).filter(({ name }) => name !== PROJECT);
    kinds = all.toSorted((a, b) => countOwnerLevels(all, b) - countOwnerLevels(all, a) || (a.name < b.name ? -1 : 1));
    known.set(metadata, kinds);
  }
  return kinds;
}

/** Returns the kinds of parts that objects of this kind have. */
export const partsOf = (em: EntityManager, name: KindName): readonly Part[] =>
  kindsOf(em).flatMap((kind) =>
    kind.owners
      .filter((owner) => owner.name === name)
      .map(({ column, property }) => ({ ...kind, ownerId: column, ownerProperty: property })),
  );
