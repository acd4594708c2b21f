import { TAGS } from '../../contract/limits.js';
import { getProject } from '../projects/project.service.js';
import { call, readFlag, listOf, type Row, write } from '../request/restRow.js';
import { countTagged, readTags } from './tag.reads.js';

export const tagRoutes: readonly Row[] = [
  call('get', '/projects/:id/tags', 'project', {
    summary: 'The tags of a project',
    operationId: 'projectTags',
    description: `The tags of a project’s tasks and those with a color, up to ${TAGS.listed} on one page: those in use most often first.`,
    query: [
      {
        name: 'colored',
        schema: { type: 'boolean', default: false },
        description: 'Only those with a color, by name.',
      },
    ],
    answer: listOf('Tag'),
    run: async (ctx, { params, query }) => {
      const { id } = await getProject(ctx, params['id']);
      const tags = await readTags(ctx, id, { colored: readFlag(query, 'colored') });
      return Promise.all(
        tags.map(async (tag) => ({ name: tag.name, color: tag.color, count: await countTagged(ctx, tag) })),
      );
    },
  }),
  write('put', '/projects/:id/tags/:name', 'setTagColor', 'Give a tag a color, or remove it', {
    params: { id: 'projectId', name: 'name' },
  }),
];
