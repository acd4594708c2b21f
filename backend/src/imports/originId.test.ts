import { expect, it } from 'vitest';
import { originId } from './originId.js';

it('finds what earlier versions of the app have imported, also by names that are cut within a character', () => {
  const projectId = '6f9619ff-8b86-d011-b42d-00c04fc964ff';
  expect(originId(projectId, 'TRELLO', '5f1c')).toBe('dfcf047f-374f-5d05-b749-963df15e4d62');
  expect(originId(projectId, 'list', 'half \ud83d')).toBe('034e89bb-fb9a-5931-af95-60470f2dfdb5');
});
