import { i18n } from '@lingui/core';
import { beforeAll, expect, it, vi } from 'vitest';
import { messages } from '../../../locales/de/home.po';
import type * as QuickAdd from './quickAdd';
import type * as Suggest from './suggest';

vi.mock('../../../language/language', async (load) => ({ ...(await load<object>()), LANGUAGE: 'de', LOCALE: 'de' }));

let quickAdd: typeof QuickAdd;
let suggest: typeof Suggest;

// Texts are read while their modules are evaluated.
beforeAll(async () => {
  i18n.loadAndActivate({ locale: 'de', messages });
  quickAdd = await import('./quickAdd');
  suggest = await import('./suggest');
});

const known: QuickAdd.QuickAddContext = {
  projects: [],
  projectId: '',
  membersOf: () => [],
  tagsOf: () => [],
  readings: {},
};

const priorityOf = (text: string): string | undefined => quickAdd.readLine(text, known).tokens[0]?.value;

it("understands priorities in the app's language, and in English", () => {
  expect(['!niedrig', '!Mittel', '!hoch', '!dringend', '!h'].map((word) => priorityOf(`Lampen ${word}`))).toEqual([
    'LOW',
    'MEDIUM',
    'HIGH',
    'URGENT',
    'HIGH',
  ]);
  expect(['!low', '!high', '!urgent'].map((word) => priorityOf(`Lampen ${word}`))).toEqual(['LOW', 'HIGH', 'URGENT']);
});

it("suggests priorities in the app's language", () => {
  const offered = (query: string): readonly string[] =>
    suggest.suggestionsFor({ kind: 'priority', start: 0, query }, known, '').map(({ text }) => text);
  expect(offered('')).toEqual(['niedrig', 'mittel', 'hoch', 'dringend']);
  expect([offered('ho'), offered('urg')]).toEqual([['hoch'], ['dringend']]);
});
