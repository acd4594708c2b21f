import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import * as v from 'valibot';
import { updatePreferencesSchema } from '../../contract/profile.js';
import type { Theme } from '../../contract/enums.js';

/** Stored as the difference from the defaults, so that a new key needs no migration. */
export interface PreferencesRow {
  email: boolean;
  push: boolean;
  taskReminders: boolean;
  projectUpdates: boolean;
  weeklyDigest: boolean;
  theme: Theme;
  timeZone: string;
  tips: boolean;
}

export const DEFAULT_PREFERENCES: PreferencesRow = {
  email: true,
  push: true,
  taskReminders: true,
  projectUpdates: false,
  weeklyDigest: true,
  theme: 'LIGHT',
  timeZone: 'UTC',
  tips: true,
};

const NAMES = Object.keys(DEFAULT_PREFERENCES) as (keyof PreferencesRow)[];

/**
 * Parses stored preferences. A missing or invalid key gets its default, so that one bad row cannot stop a job for other
 * users.
 */
export function parsePreferences(stored: Readonly<Record<string, unknown>>): PreferencesRow {
  const chosen = NAMES.filter((name) => name in stored && v.is(updatePreferencesSchema.entries[name], stored[name]));
  return { ...DEFAULT_PREFERENCES, ...Object.fromEntries(chosen.map((name) => [name, stored[name]])) };
}

/** Returns the preferences of users by id. */
export async function loadPreferences(
  em: EntityManager,
  userIds: readonly string[],
): Promise<Map<string, PreferencesRow>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; preferences: Record<string, unknown> }>`
    select id, preferences from account where id = any(${[...userIds]}::uuid[])`.execute(em.getKysely());
  return new Map(rows.map(({ id, preferences }) => [id, parsePreferences(preferences)]));
}

export async function readPreferences(ctx: { em: EntityManager }, userId: string): Promise<PreferencesRow> {
  return (await loadPreferences(ctx.em, [userId])).get(userId) ?? DEFAULT_PREFERENCES;
}
