import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import * as v from 'valibot';
import { type Channel, type kindChannelsSchema, updatePreferencesSchema } from '../../contract/profile.js';
import type { Theme } from '../../contract/enums.js';
import { NOTIFICATION_KINDS, type NotificationKind } from '../../contract/notificationKinds.js';
import { isLanguage, type Language } from '../../contract/languages.js';
import { idArray, PREPARABLE } from '../platform/database/preparable.js';

/** Stored as the difference from the defaults, so that a new key needs no migration. */
export interface PreferencesRow {
  email: boolean;
  push: boolean;
  taskReminders: boolean;
  projectUpdates: boolean;
  weeklyDigest: boolean;
  theme: Theme;
  timeZone: string;
  /** Null: the language of the browser. */
  language: Language | null;
  tips: boolean;
  /** Of every kind of notifications. They restrict the switches above. */
  kinds: readonly KindChannels[];
}

/** Includes the browser's language at the last sign-in, which is stored with the preferences. */
export type StoredPreferences = PreferencesRow & { browserLanguage: Language | null };

/** The channels on which a person wants a kind of notifications. */
export type KindChannels = { kind: NotificationKind } & Record<Channel, boolean>;

/** The channels that are turned off, as they are stored. */
type StoredKinds = Partial<Record<NotificationKind, Partial<Record<Channel, unknown>>>>;

const readKinds = (stored: unknown): KindChannels[] => {
  const off = (typeof stored === 'object' && stored !== null ? stored : {}) as StoredKinds;
  return NOTIFICATION_KINDS.map((kind) => ({
    kind,
    app: off[kind]?.app !== false,
    email: off[kind]?.email !== false,
    push: off[kind]?.push !== false,
  }));
};

/** Returns the stored form of the channels that are turned off, after a change. */
export function mergeKinds(before: readonly KindChannels[], changes: readonly GivenChannels[]): StoredKinds {
  const changed = new Map<NotificationKind, Partial<Record<Channel, boolean>>>();
  for (const { kind, ...channels } of changes) changed.set(kind, { ...changed.get(kind), ...channels });
  const entries = before.flatMap(({ kind, ...channels }) => {
    const off = Object.entries({ ...channels, ...changed.get(kind) }).filter(([, isOn]) => !isOn);
    return off.length > 0 ? [[kind, Object.fromEntries(off)]] : [];
  });
  return Object.fromEntries(entries) as StoredKinds;
}

type GivenChannels = v.InferOutput<typeof kindChannelsSchema>;

const DEFAULT_PREFERENCES: PreferencesRow = {
  email: true,
  push: true,
  taskReminders: true,
  projectUpdates: false,
  weeklyDigest: true,
  theme: 'LIGHT',
  timeZone: 'UTC',
  language: null,
  tips: true,
  kinds: readKinds(null),
};

type Name = keyof typeof updatePreferencesSchema.entries;
const NAMES = Object.keys(updatePreferencesSchema.entries).filter((name) => name !== 'kinds') as Exclude<
  Name,
  'kinds'
>[];

/**
 * Parses stored preferences. A missing or invalid key gets its default, so that one bad row cannot stop a job for other
 * users.
 */
export function parsePreferences(stored: Readonly<Record<string, unknown>>): StoredPreferences {
  const chosen = NAMES.filter((name) => name in stored && v.is(updatePreferencesSchema.entries[name], stored[name]));
  return {
    ...DEFAULT_PREFERENCES,
    ...Object.fromEntries(chosen.map((name) => [name, stored[name]])),
    browserLanguage: isLanguage(stored['browserLanguage']) ? stored['browserLanguage'] : null,
    kinds: readKinds(stored['kinds']),
  };
}

/** Returns the preferences of users by id. */
export async function loadPreferences(
  em: EntityManager,
  userIds: readonly string[],
): Promise<Map<string, StoredPreferences>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; preferences: Record<string, unknown> }>`
    select id, preferences from account where id = any(${idArray(userIds)}) ${PREPARABLE}`.execute(em.getKysely());
  return new Map(rows.map(({ id, preferences }) => [id, parsePreferences(preferences)]));
}

export async function readPreferences(ctx: { em: EntityManager }, userId: string): Promise<PreferencesRow> {
  const stored = (await loadPreferences(ctx.em, [userId])).get(userId);
  if (!stored) return DEFAULT_PREFERENCES;
  const { browserLanguage: _browserLanguage, ...preferences } = stored;
  return preferences;
}
