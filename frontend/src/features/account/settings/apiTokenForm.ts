import * as v from 'valibot';
import { apiTokenEntries } from '@contract/apiTokens';
import { DAY_MS, DUE_TIME } from '@contract/limits';
import { issueText } from '../../../lib/issueText';
import { readDueWords } from '../../../lib/dates/dueWords';
import { apiTokensTexts } from '../../../texts/apiTokens';
import { reauthEntries } from './ReauthFields';

/** The offered lifetimes of a token. */
const DAYS = { days30: 30, days90: 90, year: 365 } as const;
export const LIFETIMES = ['days30', 'days90', 'year', 'other'] as const;
export type Lifetime = (typeof LIFETIMES)[number];

/** Returns when a token expires; `day` is the typed text for 'other'. Null if that is not a date. */
export const getExpiry = (life: Lifetime, day: string, now = new Date()): Date | null => {
  if (life !== 'other') return new Date(now.getTime() + DAYS[life] * DAY_MS);
  const read = readDueWords(day, { now });
  // A day without a time ends in the evening.
  return read && new Date(read.hasTime ? read.due : `${read.due}T${DUE_TIME}`);
};

export const apiTokenFormSchema = (isTwoFactor: boolean) =>
  v.pipe(
    v.object({
      name: apiTokenEntries.name,
      scope: apiTokenEntries.scope,
      reach: v.picklist(['all', 'some']),
      projectIds: v.array(v.string()),
      life: v.picklist(LIFETIMES),
      expiresAt: v.string(),
      ...reauthEntries(isTwoFactor),
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const { reach, projectIds, life, expiresAt } = dataset.value;
      const at = (key: 'projectIds' | 'expiresAt', message: string): void => {
        const value = dataset.value[key];
        addIssue({ message, path: [{ type: 'object', origin: 'value', input: dataset.value, key, value }] });
      };
      if (reach === 'some') {
        const { issues } = v.safeParse(apiTokenEntries.projectIds, projectIds);
        if (issues) at('projectIds', issueText(issues[0]));
      }
      if (getExpiry(life, expiresAt) === null) at('expiresAt', apiTokensTexts.create.dayUnread);
    }),
  );
export type ApiTokenFields = v.InferOutput<ReturnType<typeof apiTokenFormSchema>>;

export const emptyApiToken: ApiTokenFields = {
  name: '',
  scope: 'READ',
  reach: 'all',
  projectIds: [],
  life: 'days90',
  expiresAt: '',
  currentPassword: '',
  code: '',
};
