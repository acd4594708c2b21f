import { TAGS } from '../../contract/limits.js';
import { setTagColorSchema } from '../../contract/tags.js';
import { fieldError, invalid } from '../platform/lib/errors.js';
import { parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { Project } from '../projects/project.entity.js';
import type { Context } from '../request/context.js';
import { getOwnEntry, withEntries } from '../write/changeLog.js';
import { command, pickRevisions } from '../write/command.js';
import { readTag } from './tag.reads.js';
import type { SetTagColorPayload } from './tag.types.js';

export const COLORS_FULL = fieldError('tooMany', `At most ${TAGS.colored} tags of a project can have a color`, {
  max: TAGS.colored,
});

/** Gives a tag of a project a color, or removes it. Throws VALIDATION_FAILED if too many tags have one. */
export async function setTagColor(ctx: Context, rawId: unknown, raw: unknown): Promise<SetTagColorPayload> {
  const projectId = parseId(rawId);
  const { name, color } = parse(setTagColorSchema, raw);
  const done = await command(ctx, {
    operation: 'setTagColor',
    input: { projectId, name, color },
    projectIds: [projectId],
    run: async ({ em }) => {
      const project = await em.findOneOrFail(Project, { id: projectId });
      if (getOwnEntry(project.tagColors, name) === color) return;
      const tagColors = withEntries(project.tagColors, { [name]: color });
      if (Object.keys(tagColors).length > TAGS.colored) throw invalid({ color: COLORS_FULL });
      project.tagColors = tagColors;
    },
  });
  return { tag: await readTag(ctx, projectId, name), ...pickRevisions(done) };
}
