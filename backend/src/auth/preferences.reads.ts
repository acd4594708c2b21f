import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Theme } from '../../contract/enums.js';

/** What a person has chosen; kept as the difference to the defaults, so that a new key needs no migration. */
export interface PreferencesRow {
  email: boolean;
  push: boolean;
  taskReminders: boolean;
  projectUpdates: boolean;
  weeklyDigest: boolean;
  theme: Theme;
  timeZone: string;
}

export const DEFAULT_PREFERENCES: PreferencesRow = {
  email: true,
  push: true,
  taskReminders: true,
  projectUpdates: false,
  weeklyDigest: true,
  theme: 'LIGHT',
  timeZone: 'UTC',
};

/** The preferences of people, by id. */
export async function preferencesOf(
  em: EntityManager,
  userIds: readonly string[],
): Promise<Map<string, PreferencesRow>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; preferences: Partial<PreferencesRow> }>`
    select id, preferences from account where id = any(${[...userIds]}::uuid[])`.execute(em.getKysely());
  return new Map(rows.map(({ id, preferences }) => [id, { ...DEFAULT_PREFERENCES, ...preferences }]));
}

/** One person's preferences. */
export async function readPreferences(ctx: { em: EntityManager }, userId: string): Promise<PreferencesRow> {
  return (await preferencesOf(ctx.em, [userId])).get(userId) ?? DEFAULT_PREFERENCES;
}
