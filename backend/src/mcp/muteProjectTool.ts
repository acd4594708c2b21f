import * as v from 'valibot';
import { muteProject as mute, unmuteProject } from '../projects/mute.service.js';
import { describe, inputObject, nameField } from './fields.js';
import { findProject } from './names.js';
import { presentProject, projectSchema } from './present.js';
import { tool } from './tool.js';
import { keyField, createWriteContext } from './write.js';

export const muteProject = tool({
  name: 'mute_project',
  title: 'Mute a project',
  description:
    'Mutes a project for you, so that you hear of it only if you are mentioned or get a task; or unmutes it. undo leaves it. A single task is muted by update_task with watch: false.',
  use: 'write',
  input: inputObject({
    project: describe(nameField, 'The key or the name of a project.'),
    muted: v.boolean(),
    idempotencyKey: keyField,
  }),
  output: v.object({ project: projectSchema }),
  run: async (ctx, { project: asked, muted, idempotencyKey }) => {
    const { id } = await findProject(ctx, asked);
    const { project } = await (muted ? mute : unmuteProject)(createWriteContext(ctx, idempotencyKey), id);
    return {
      answer: { project: await presentProject(ctx, project) },
      text: `${muted ? 'Muted' : 'Unmuted'} ${project.key ?? project.id}`,
    };
  },
});
